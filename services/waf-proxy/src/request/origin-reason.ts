/**
 * Why an origin was chosen: by the visitor's cookie or country, the fastest checks, or its weight; as a backup; because
 * no origin is healthy; because another one failed the request; or another edge node was asked instead.
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
