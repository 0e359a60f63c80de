/**
 * What Node is started with for a worker. Large bodies need the collector at hand: see noteLargePiece. In a smaller young
 * generation the collector has shorter turns: with one hostile body of 1 MiB, in two runs on a loaded machine, the median was 0.6
 * and 0.7 ms instead of 4.0 and 4.3, the longest 3.2 and 4.9 instead of 5.4 and 13.
 */
export const WORKER_FLAGS: readonly string[] = ['--expose-gc', '--max-semi-space-size=8'];
