/** What benchmarks and tools start in their own process; services never import the edge. */
export { compileManagedRules } from './rules/managed-rule-set.ts';
export { GeoDatabase, type GeoLookup, UNKNOWN_COUNTRY } from './site-config/geo.ts';
export { EdgeWorker, type EdgeWorkerOptions } from './worker/edge-worker.ts';
