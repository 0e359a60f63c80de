/** How one site's responses are cached, beyond what RFC 9111 says. Times in milliseconds. */
export interface CachePolicy {
  /** For responses without any freshness of their own; 0: those are not stored. */
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
