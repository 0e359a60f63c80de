/** What benchmarks and tools start in their own process; services import nothing of the edge but `judge`. */

export { GeoDatabase, type GeoLookup, UNKNOWN_COUNTRY } from './io/addresses/geo.ts';
export { compileManagedRules } from './node/rules/managed-rule-set.ts';
export { EdgeWorker } from './node/worker/edge-worker.ts';
export type { EdgeWorkerOptions } from './node/worker/edge-worker-options.ts';
