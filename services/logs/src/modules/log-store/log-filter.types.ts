/** A value that entries have to have, or must not have. */
export interface Wanted<Value> {
  value: Value;
  not: boolean;
}
export type Part<Value> = Wanted<Value> | null;

/** What entries are looked for besides status and domain; every part that is not null has to fit. */
export interface LogFilter {
  /** An address, or a network in CIDR notation; in the one spelling in which addresses are stored. */
  address: Part<string>;
  /** ISO 3166-1 alpha-2; empty text: not known. */
  country: Part<string>;
  /** Number of the autonomous system that the address belongs to. */
  network: Part<number>;
  threat: Part<ThreatFilter>;
  /** A rule that decided or fired. */
  rule: Part<number>;
  method: Part<string>;
  /** The User-Agent; with a `*` at its end, what it begins with. */
  agent: Part<string>;
  /** JA4 of the client's TLS handshake, with a `*` at its end, what it begins with; empty text: there is none. */
  ja4: Part<string>;
  /** The target without its query; with a `*` at its end, what the target begins with. */
  path: Part<string>;
  httpStatus: Part<StatusRange>;
  /** What the cache did; empty text: it was not asked. */
  cache: Part<string>;
  /** The edge's stable code of the reason, such as `bot:headless`; with a `*` at its end, what it begins with. */
  reason: Part<string>;
  requestId: string | null;
  /** Codes of the edge's action. */
  actions: Part<readonly number[]>;
  /** Milliseconds of 1970; `toMs` is the first that no longer fits. */
  fromMs: number | null;
  toMs: number | null;
}

/** HTTP statuses that were sent, from the first to the last: one, or a class of a hundred. */
export interface StatusRange {
  first: number;
  last: number;
}

export interface ThreatFilter {
  /** Of the threat class; 0: none. */
  code: number;
  /** Whether the answer was a 5xx, which tells what was no threat apart; `null`: does not matter. */
  isServerError: boolean | null;
}

export function isFiltering(filter: LogFilter): boolean {
  return Object.values(filter).some((part) => part !== null);
}

/** Everything fits. */
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
