/** Bytes of bodies that all requests of a worker may hold back for inspection at the same time. */
const HELD_BYTES_PER_WORKER = 256 * 1024 * 1024;
let heldInWorker = 0;

/** Room for what waits for the rules. */
export const room = {
  take(bytes: number): boolean {
    if (heldInWorker + bytes > HELD_BYTES_PER_WORKER) return false;
    heldInWorker += bytes;
    return true;
  },
  giveBack(bytes: number): void {
    heldInWorker -= bytes;
  },
};
