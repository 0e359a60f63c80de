/**
 * What Node is started with for a worker. Large bodies need the collector at hand: see noteLargePiece. In V8's own young generation
 * of 64 MB a hostile body of 1 MiB leaves so much that one turn of the collector takes 4 to 13 ms; in one of 8 MB it takes
 * 0.7 ms, 5 at the most.
 */
export const WORKER_FLAGS: readonly string[] = ['--expose-gc', '--max-semi-space-size=8'];
