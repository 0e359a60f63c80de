/** What the origin is asked in the place of the client's own words. */
export interface OriginRequest {
  authority: string;
  target: string;
  /** [name, value, …] */
  rawHeaders: readonly string[];
}
