import { ownString } from '../own-string.ts';
import { STATIC_ENTRIES } from './static-table.ts';

/** How a response field's values are indexed in HPACK's tables. */
export const Indexing = {
  /** Repeated, as far as anybody knows. */
  Repeated: 0,
  /** Another one with each response; only the name is worth a place. */
  Single: 1,
  /** A secret of the client: never in a table, here or at any proxy behind us (RFC 7541, 7.1.3). */
  Never: 2,
} as const;
export type Indexing = (typeof Indexing)[keyof typeof Indexing];

const SINGLE: ReadonlySet<string> = new Set([
  'age',
  'cache-status',
  'content-length',
  'content-location',
  'content-range',
  'etag',
  'expires',
  'last-modified',
  'location',
  'x-request-id',
]);

const NEVER: ReadonlySet<string> = new Set([
  'authentication-info',
  'authorization',
  'cookie',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-authorization',
  'set-cookie',
  'www-authenticate',
]);

/** A response field's name, and what is always the same about it. */
export interface FieldName {
  lower: string;
  /** Its first entry in the static table; 0: it has none. */
  staticIndex: number;
  indexing: Indexing;
}

/**
 * By the spelling that phases and origins use. Bounded, since origins choose names; later ones are classified each
 * time.
 */
const MEMO_LIMIT = 1_024;
const memo = new Map<string, FieldName>();

export function fieldName(spelled: string): FieldName {
  return memo.get(spelled) ?? learn(spelled);
}

function learn(spelled: string): FieldName {
  const lower = ownString(spelled.toLowerCase());
  // The same object for all spellings, so that a connection's table knows them as one name.
  const known = memo.get(lower);
  const full = memo.size >= MEMO_LIMIT;
  const name = known ?? {
    lower,
    staticIndex: STATIC_ENTRIES.findIndex(([entry]) => entry === lower) + 1,
    indexing: indexingOf(lower, full),
  };
  if (full) return name;
  memo.set(lower, name);
  if (lower !== spelled) memo.set(ownString(spelled), name);
  return name;
}

function indexingOf(name: string, isUnknown: boolean): Indexing {
  if (NEVER.has(name)) return Indexing.Never;
  return isUnknown || SINGLE.has(name) ? Indexing.Single : Indexing.Repeated;
}
