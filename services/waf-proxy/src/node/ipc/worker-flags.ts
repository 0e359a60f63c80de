/** What Node is started with for a worker: large bodies need the collector at hand; see noteLargePiece. */
export const WORKER_FLAGS: readonly string[] = ['--expose-gc'];
