/** Injection token of the connection to the Redis that the edges read. */
export const EDGE_REDIS = Symbol('edge redis');
