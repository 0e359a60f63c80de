/** A URL in its only spelling, or why it is refused. */
export type CanonicalUrl = { ok: true; path: string; query: string } | { ok: false; why: string };

/** Maximum length of a URL; browsers and proxies have similar limits. */
const MAX_URL = 8_192;
/** RFC 3986. Without the semicolon, which servers interpret differently. */
const PLAIN = /[A-Za-z0-9\-._~!$&'()*+,=:@/]/;
/** Invalid, but sent unescaped by some browsers; their canonical form is escaped. */
const LEFT_BY_BROWSERS = '|[]^`{}"<>';
/** Equivalent with and without escape; the canonical form is unescaped. */
const SAME_WHEN_DECODED = /[A-Za-z0-9\-_~!$&'()*+,=:@]/;
/** Unescaped, these would be delimiters or begin another escape. */
const NEVER_ENCODED = '/\\%.;?#';
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
/** Prefixes with routes of ours. */
const OWN_WORDS = /^(?:api|metrics|livez|readyz|openapi\.json)$/i;
/** Route names are lower case; ids contain digits. */
const WORD_WITH_CAPITALS = /^[a-z.-]*[A-Z][A-Za-z.-]*$/;

/**
 * The canonical spelling of a URL, which everything after it sees: router, limits, guards, metrics, services.
 * Unnecessary escapes are decoded and necessary ones upper-cased; under /api a trailing slash is removed. Ambiguous
 * URLs are refused.
 * @param url the request target as received
 */
export function canonicalUrl(url: string): CanonicalUrl {
  if (url.length > MAX_URL) return refused('The address is too long');
  if (!url.startsWith('/')) return refused('The address must be a path');
  if (/[^\x21-\x7e]|#/.test(url)) return refused('The address contains characters that have to be encoded');
  const mark = url.indexOf('?');
  const path = canonicalPath(mark === -1 ? url : url.slice(0, mark));
  const query = mark === -1 ? '' : url.slice(mark);
  if (path === null) return refused('The path is malformed, or can be read in more than one way');
  const [first = ''] = path.slice(1).split('/', 1);
  if (!OWN_WORDS.test(first)) return { ok: true, path, query };
  if (path.split('/').some((segment) => WORD_WITH_CAPITALS.test(segment))) {
    return refused('API paths must be lower-case');
  }
  return { ok: true, path: path.replace(/\/$/, ''), query };
}

const refused = (why: string): CanonicalUrl => ({ ok: false, why });

function canonicalPath(raw: string): string | null {
  const written: string[] = [];
  for (let at = 0; at < raw.length; at++) {
    const character = raw.charAt(at);
    if (character === '%') {
      const spelled = canonicalTriplet(raw.slice(at + 1, at + 3));
      if (spelled === null) return null;
      written.push(spelled);
      at += 2;
    } else if (PLAIN.test(character)) written.push(character);
    else if (LEFT_BY_BROWSERS.includes(character)) written.push(encoded(character.charCodeAt(0)));
    else return null;
  }
  const path = written.join('');
  // Empty segments, dot segments, and trailing characters that some servers trim.
  if (path.includes('//') || /(?:\.|%20)(?:\/|$)/.test(path)) return null;
  return isUtf8(path) ? path : null;
}

const encoded = (code: number): string => `%${code.toString(16).toUpperCase().padStart(2, '0')}`;

/** @param digits hexadecimal digits after the percent sign */
function canonicalTriplet(digits: string): string | null {
  if (!/^[0-9A-Fa-f]{2}$/.test(digits)) return null;
  const code = Number.parseInt(digits, 16);
  const decoded = String.fromCharCode(code);
  if (code < FIRST_PRINTABLE || code === DELETE || NEVER_ENCODED.includes(decoded)) return null;
  return SAME_WHEN_DECODED.test(decoded) ? decoded : encoded(code);
}

function isUtf8(path: string): boolean {
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}
