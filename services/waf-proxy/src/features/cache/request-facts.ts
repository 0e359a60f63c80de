import { parseCacheControl } from '../../http/cache-control.ts';
import { ownString } from '../../http/own-string.ts';

/** What of a request's fields matters to the cache. Null: absent. */
export interface CacheFacts {
  ifNoneMatch: string | null;
  ifModifiedSince: string | null;
  ifRange: string | null;
  range: string | null;
  acceptEncoding: string | null;
  /** The origin must decide: a precondition of its own, credentials, or a field that changes what is asked for. */
  bypass: boolean;
  /** One of the site's own; the edge's do not count. */
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
 * Fields that stand in no key and yet make frameworks answer another question than the one in the address. A response
 * to such a request, stored, would be served to everybody: so these go past the cache.
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

/** Nothing but the edge's own: of these the origin's answer does not depend. */
const OUR_COOKIES = /^(?:(?:__Host-|__)?palisade_[a-z]+=[^;]*(?:; ?|$))+$/;

/** Spellings seen so far; bounded, and emptied when full, since strangers choose them. */
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

/** One pass over the fields. */
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
      // Several Range fields mean nothing that could be answered; such a request is answered whole.
      facts.range = facts.range === null ? value : '';
      return;
    case Field.AcceptEncoding:
      facts.acceptEncoding = facts.acceptEncoding === null ? value : `${facts.acceptEncoding}, ${value}`;
      return;
    case Field.Cookie:
      facts.hasCookie ||= !OUR_COOKIES.test(value);
      return;
    case Field.CacheControl: {
      // Of a client's wishes these two alone: with `no-cache` anybody could make the origin answer every request.
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
