/** What a key is made of; all of it as it came from the client, judged by the framing guard before. */
export interface KeyParts {
  siteId: string;
  scheme: string;
  /** Host, and port if there is one. */
  authority: string;
  /** Path and query in origin form. */
  target: string;
}

export interface CacheKey {
  key: string;
  /** Host, and port if it is not the usual one. */
  authority: string;
  /** The normalised path, by which prefixes are purged. */
  path: string;
  /** What is left of the query, with its question mark. */
  query: string;
}

const MAX_TARGET = 4_096;
/**
 * Paths that servers are known to read differently: dot segments, doubled slashes, and delimiters, plain or encoded,
 * behind which some of them stop reading. What one server takes for a file another takes for a page, so such an address
 * has no key at all: it is never looked up and never stored.
 */
const AMBIGUOUS_PATH =
  /\/\/|\\|;|(?:^|\/)\.{1,2}(?:\/|$)|%(?:2e|2f|5c|3b|3f|23|25|0[0-9a-f]|1[0-9a-f]|7f)|%(?![0-9a-f]{2})/i;
const ENCODED = /%[0-9a-f]{2}/gi;
/**
 * Where some servers end a parameter, and begin another, that is still this one's value to us. What is behind it may be anything that
 * such a server answers by, so the parameter stays in the key.
 */
const HIDES_ANOTHER = /;|%(?:3b|26)/i;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * The key under which a response is kept; null: this address is not cached. It holds the site, so nothing of one site
 * is found for another, and every part that origin servers are told.
 */
export function cacheKeyOf(parts: KeyParts, ignored: ReadonlySet<string>): CacheKey | null {
  const { target } = parts;
  if (target.length > MAX_TARGET || target.charCodeAt(0) !== 0x2f) return null;
  const mark = target.indexOf('?');
  const rawPath = mark < 0 ? target : target.slice(0, mark);
  if (AMBIGUOUS_PATH.test(rawPath)) return null;
  const path = normalisePath(rawPath);
  let query = mark < 0 ? '' : target.slice(mark);
  if (ignored.size > 0 && query.length > 1) query = withoutParameters(query, ignored);
  const authority = withoutDefaultPort(parts.authority.toLowerCase(), parts.scheme);
  return { key: `${parts.siteId}\n${parts.scheme}://${authority}${path}${query}`, authority, path, query };
}

/** One spelling for paths that mean the same by RFC 3986 alone. */
export function normalisePath(path: string): string {
  return path.includes('%') ? path.replace(ENCODED, normaliseTriplet) : path;
}

/** An escape of a character that needs none means the character; others differ in nothing but case (RFC 3986, 6.2.2). */
function normaliseTriplet(triplet: string): string {
  const character = String.fromCharCode(Number.parseInt(triplet.slice(1), 16));
  return UNRESERVED.test(character) ? character : triplet.toUpperCase();
}

function withoutParameters(query: string, ignored: ReadonlySet<string>): string {
  const parts = query.slice(1).split('&');
  const kept = parts.filter((part) => {
    const equals = part.indexOf('=');
    return !ignored.has(equals < 0 ? part : part.slice(0, equals)) || HIDES_ANOTHER.test(part);
  });
  if (kept.length === parts.length) return query;
  return kept.length === 0 ? '' : `?${kept.join('&')}`;
}

function withoutDefaultPort(authority: string, scheme: string): string {
  const usual = scheme === 'https' ? ':443' : ':80';
  return authority.endsWith(usual) ? authority.slice(0, -usual.length) : authority;
}
