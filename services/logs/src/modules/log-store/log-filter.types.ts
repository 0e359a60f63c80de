/** A value that entries must have, or must not have. */
export interface Wanted<Value> {
  value: Value;
  not: boolean;
}
export type Part<Value> = Wanted<Value> | null;

/** Search conditions besides status and domain; every part that is not null must match. */
export interface LogFilter {
  /** An address, or a network in CIDR notation; normalised as addresses are stored. */
  address: Part<string>;
  /** ISO 3166-1 alpha-2; empty text: unknown. */
  country: Part<string>;
  /** Number of the autonomous system that the address belongs to. */
  network: Part<number>;
  threat: Part<ThreatFilter>;
  /** A rule that decided or matched. */
  rule: Part<number>;
  method: Part<string>;
  /** The User-Agent; a trailing `*` makes it a prefix. */
  agent: Part<string>;
  /** JA4 of the client's TLS handshake; a trailing `*` makes it a prefix; empty text: there is none. */
  ja4: Part<string>;
  /** The target without its query; a trailing `*` makes it a prefix of the target. */
  path: Part<string>;
  httpStatus: Part<StatusRange>;
  /** Cache status; empty text: the cache was not used. */
  cache: Part<string>;
  /** The edge's stable code of the reason, such as `bot:headless`; a trailing `*` makes it a prefix. */
  reason: Part<string>;
  requestId: string | null;
  /** Codes of the edge's action. */
  actions: Part<readonly number[]>;
  /** Milliseconds since 1970; `toMs` is exclusive. */
  fromMs: number | null;
  toMs: number | null;
}

/** Inclusive range of HTTP statuses: one, or a class of a hundred. */
export interface StatusRange {
  first: number;
  last: number;
}

export interface ThreatFilter {
  /** Code of the threat class; 0: none. */
  code: number;
  /** Whether the response was a 5xx, which subdivides requests without a threat; `null`: any. */
  isServerError: boolean | null;
}

export function isFiltering(filter: LogFilter): boolean {
  return Object.values(filter).some((part) => part !== null);
}

/** Matches everything. */
export const NO_FILTER: LogFilter = {
  address: null,
  country: null,
  network: null,
  threat: null,
  rule: null,
  method: null,
  agent: null,
  ja4: null,
  path: null,
  httpStatus: null,
  cache: null,
  reason: null,
  requestId: null,
  actions: null,
  fromMs: null,
  toMs: null,
};
