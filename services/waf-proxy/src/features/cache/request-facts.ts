import { parseCacheControl } from '../../http/cache-control.ts';
import { ownString } from '../../http/own-string.ts';

/** Headers that matter to the cache. Null: absent. */
export interface CacheFacts {
  ifNoneMatch: string | null;
  ifModifiedSince: string | null;
  ifRange: string | null;
  range: string | null;
  acceptEncoding: string | null;
  /** The origin must decide: the request has a precondition, credentials, or a header that changes its meaning. */
  bypass: boolean;
  /** A cookie of the site; the edge's own do not count. */
  hasCookie: boolean;
  noStore: boolean;
  onlyIfCached: boolean;
}

const Field = {
  None: 0,
  IfNoneMatch: 1,
  IfModifiedSince: 2,
  IfRange: 3,
  Range: 4,
  AcceptEncoding: 5,
  Cookie: 6,
  CacheControl: 7,
  Bypass: 8,
} as const;
type Field = (typeof Field)[keyof typeof Field];

/**
 * Headers that are not part of the key but make frameworks answer a different request. Such a response, once stored,
 * would be served to everybody, so these requests bypass the cache.
 */
const FIELDS: Readonly<Record<string, Field>> = {
  'if-none-match': Field.IfNoneMatch,
  'if-modified-since': Field.IfModifiedSince,
  'if-range': Field.IfRange,
  range: Field.Range,
  'accept-encoding': Field.AcceptEncoding,
  cookie: Field.Cookie,
  'cache-control': Field.CacheControl,
  authorization: Field.Bypass,
  'if-match': Field.Bypass,
  'if-unmodified-since': Field.Bypass,
  'x-http-method': Field.Bypass,
  'x-http-method-override': Field.Bypass,
  'x-method-override': Field.Bypass,
  'x-host': Field.Bypass,
  'x-original-host': Field.Bypass,
  'x-http-host-override': Field.Bypass,
  'x-forwarded-prefix': Field.Bypass,
  'x-forwarded-path': Field.Bypass,
  'x-forwarded-uri': Field.Bypass,
  'x-original-uri': Field.Bypass,
  'x-middleware-subrequest': Field.Bypass,
  'x-middleware-prefetch': Field.Bypass,
};

/** Only the edge's own cookies, on which the origin's response does not depend. */
const OUR_COOKIES = /^(?:(?:__Host-|__)?palisade_[a-z]+=[^;]*(?:; ?|$))+$/;

/** Maximum number of cached spellings; emptied when full, since clients choose them. */
const MEMO_LIMIT = 1_024;
const memo = new Map<string, Field>();

function fieldOf(name: string): Field {
  const known = memo.get(name);
  if (known !== undefined) return known;
  const lower = name.toLowerCase();
  const field = Object.hasOwn(FIELDS, lower) ? FIELDS[lower]! : Field.None;
  if (memo.size >= MEMO_LIMIT) memo.clear();
  if (name.length <= 64) memo.set(ownString(name), field);
  return field;
}

/** Reads all headers in one pass. */
export function readCacheFacts(rawHeaders: readonly string[]): CacheFacts {
  const facts: CacheFacts = {
    ifNoneMatch: null,
    ifModifiedSince: null,
    ifRange: null,
    range: null,
    acceptEncoding: null,
    bypass: false,
    hasCookie: false,
    noStore: false,
    onlyIfCached: false,
  };
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const field = fieldOf(rawHeaders[index]!);
    if (field !== Field.None) note(facts, field, rawHeaders[index + 1]!);
  }
  return facts;
}

function note(facts: CacheFacts, field: Field, value: string): void {
  switch (field) {
    case Field.None:
      return;
    case Field.IfNoneMatch:
      facts.ifNoneMatch = facts.ifNoneMatch === null ? value : `${facts.ifNoneMatch}, ${value}`;
      return;
    case Field.IfModifiedSince:
      facts.ifModifiedSince = value;
      return;
    case Field.IfRange:
      facts.ifRange = value;
      return;
    case Field.Range:
      // Several Range headers are invalid; such a request is answered with the whole response.
      facts.range = facts.range === null ? value : '';
      return;
    case Field.AcceptEncoding:
      facts.acceptEncoding = facts.acceptEncoding === null ? value : `${facts.acceptEncoding}, ${value}`;
      return;
    case Field.Cookie:
      facts.hasCookie ||= !OUR_COOKIES.test(value);
      return;
    case Field.CacheControl: {
      // No other directive of a client counts: with `no-cache` anybody could make the origin answer every request.
      const directives = parseCacheControl([value]);
      facts.noStore ||= directives.noStore;
      facts.onlyIfCached ||= directives.onlyIfCached;
      return;
    }
    case Field.Bypass:
      facts.bypass = true;
      return;
  }
}
