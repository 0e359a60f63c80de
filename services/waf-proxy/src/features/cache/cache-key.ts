/** Parts of a key, as sent by the client and checked by the framing guard. */
export interface KeyParts {
  siteId: string;
  scheme: string;
  /** Host, with a port if there is one. */
  authority: string;
  /** Path and query in origin form. */
  target: string;
}

export interface CacheKey {
  key: string;
  /** Host, with the port if it is not the default. */
  authority: string;
  /** The normalised path, by which prefixes are purged. */
  path: string;
  /** The remaining query with its question mark. */
  query: string;
}

const MAX_TARGET = 4_096;
/**
 * Paths that servers are known to read differently: dot segments, double slashes, and delimiters, plain or encoded, at
 * which some stop reading. What is a file to one server is a page to another, so such an address has no key: it is
 * neither looked up nor stored.
 */
const AMBIGUOUS_PATH =
  /\/\/|\\|;|(?:^|\/)\.{1,2}(?:\/|$)|%(?:2e|2f|5c|3b|3f|23|25|0[0-9a-f]|1[0-9a-f]|7f)|%(?![0-9a-f]{2})/i;
const ENCODED = /%[0-9a-f]{2}/gi;
/**
 * Some servers end a parameter here and begin another, while for us it is one value. As such a server's response may
 * depend on the rest, the parameter stays in the key.
 */
const HIDES_ANOTHER = /;|%(?:3b|26)/i;
const UNRESERVED = /[A-Za-z0-9\-._~]/;

/**
 * The key of a response; null: the address is not cached. It contains the site, so that sites cannot see each other's
 * responses, and every part of the request that origins see.
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

/** One spelling for paths that are equivalent by RFC 3986 alone. */
export function normalisePath(path: string): string {
  return path.includes('%') ? path.replace(ENCODED, normaliseTriplet) : path;
}

/** Decodes characters that need no escape, and upper-cases other escapes (RFC 3986, 6.2.2). */
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
