/**
 * Why a request went to an origin: the visitor's cookie or country, the least time of checks, or its turn by weight; as a reserve; because none is well;
 * another one has failed the request; or another edge node was asked instead.
 */
export type OriginReason =
  | 'session'
  | 'country'
  | 'fastest'
  | 'weight'
  | 'reserve'
  | 'none_well'
  | 'failover'
  | 'peer';
