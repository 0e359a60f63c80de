/** Smaller pieces come from Node's pool, and are few enough to wait for V8's own collections. */
const LARGE_BYTES = 8 * 1024;
const COLLECT_EVERY_BYTES = 8 * 1024 * 1024;

let sinceCollection = 0;

/**
 * Told of each large piece of a body that is about to be allocated, or just has been.
 *
 * A piece of a streamed body is garbage as soon as it is written, but V8 sees the few bytes of its object, not the 64 KiB
 * behind it, and lets some hundred megabytes gather before it looks. So we ask for a collection of the young generation,
 * which finds nearly nothing alive and takes a fraction of a millisecond, whenever a few megabytes have passed. Measured
 * with 1 GiB each way: the worker grows by 5 to 10 MiB instead of 66 to 115, and is faster, since memory stays in caches.
 */
export function noteLargePiece(bytes: number): void {
  if (bytes < LARGE_BYTES) return;
  sinceCollection += bytes;
  if (sinceCollection < COLLECT_EVERY_BYTES) return;
  sinceCollection = 0;
  // There only with --expose-gc, which workers are started with; see WORKER_FLAGS.
  globalThis.gc?.({ type: 'minor' });
}
