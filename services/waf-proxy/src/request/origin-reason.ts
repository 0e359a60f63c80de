/**
 * Why a request went to an origin: the visitor's cookie or country, the least time of checks, or its turn by weight; as a reserve; because none is well;
 * or another one has failed the request.
 */
export type OriginReason =
  | 'session'
  | 'country'
  | 'fastest'
  | 'weight'
  | 'reserve'
  | 'none_well'
  | 'failover';
