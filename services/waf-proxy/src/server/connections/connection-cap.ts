/** Connections that one address (IPv6: /64) may hold open at one worker. */
export const MAX_CONNECTIONS_PER_ADDRESS = 256;

/** Counts open connections by address, so that one client cannot take all that a worker can hold. */
export class ConnectionCap {
  private readonly open = new Map<string, number>();
  private readonly limit: number;

  constructor(limit = MAX_CONNECTIONS_PER_ADDRESS) {
    this.limit = limit;
  }

  /** False: one too many; the caller closes it and does not call `leave`. */
  enter(address: string): boolean {
    const open = this.open.get(address) ?? 0;
    if (open >= this.limit) return false;
    this.open.set(address, open + 1);
    return true;
  }

  leave(address: string): void {
    const open = (this.open.get(address) ?? 1) - 1;
    if (open <= 0) this.open.delete(address);
    else this.open.set(address, open);
  }
}
