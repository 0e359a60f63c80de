/**
 * Node's flags for workers. Large bodies need explicit garbage collection: see noteLargePiece. A smaller young
 * generation means shorter collections: with one hostile body of 1 MiB, in two runs on a loaded machine, the median was
 * 0.6 and 0.7 ms instead of 4.0 and 4.3, the maximum 3.2 and 4.9 instead of 5.4 and 13.
 */
export const WORKER_FLAGS: readonly string[] = ['--expose-gc', '--max-semi-space-size=8'];
