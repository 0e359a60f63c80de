/** How a site's responses are cached, beyond RFC 9111. Times in ms. */
export interface CachePolicy {
  /** Freshness of responses without one of their own; 0: they are not stored. */
  readonly defaultTtlMs: number;
  readonly ignoredQueryParameters: ReadonlySet<string>;
  readonly staleWhileRevalidateMs: number;
  readonly staleIfErrorMs: number;
  /** Another edge node is asked before the origin. */
  readonly tiered: boolean;
}

export interface CachePart {
  /** Null: nothing is stored. */
  readonly cache: CachePolicy | null;
}
