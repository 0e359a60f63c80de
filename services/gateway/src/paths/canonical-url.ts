/** What a request's address says once nothing in it can be read in two ways. */
export type CanonicalUrl = { ok: true; path: string; query: string } | { ok: false; why: string };

/** The longest address; browsers and proxies in front allow about as much. */
const MAX_URL = 8_192;
/** RFC 3986. No semicolon: servers disagree about what begins with it. */
const PLAIN = /[A-Za-z0-9\-._~!$&'()*+,=:@/]/;
/** Not allowed there, but some browsers send them as they are; they have one spelling too: encoded. */
const LEFT_BY_BROWSERS = '|[]^`{}"<>';
/** Means the same encoded and not, so it has one spelling: not. */
const SAME_WHEN_DECODED = /[A-Za-z0-9\-_~!$&'()*+,=:@]/;
/** Decoded they would be structure or another encoding. */
const NEVER_ENCODED = '/\\%.;?#';
const FIRST_PRINTABLE = 0x20;
const DELETE = 0x7f;
/** Where words of routes are ours, under /api and beside it. */
const OWN_WORDS = /^(?:api|metrics|livez|readyz|openapi\.json)$/i;
/** Words of routes are in small letters; ids have digits in them. */
const WORD_WITH_CAPITALS = /^[a-z.-]*[A-Z][A-Za-z.-]*$/;

/**
 * The one spelling of an address that everything after this sees: router, limits, guards, metrics, services. Percent
 * encoding is undone where it changes nothing and written in capitals where it has to stay; under /api a slash at the
 * end goes. Whatever two readers could understand differently is refused.
 * @param url the request target, as it came
 */
export function canonicalUrl(url: string): CanonicalUrl {
  if (url.length > MAX_URL) return refused('The address is too long');
  if (!url.startsWith('/')) return refused('The address must be a path');
  if (/[^\x21-\x7e]|#/.test(url)) return refused('The address holds characters that have to be encoded');
  const mark = url.indexOf('?');
  const path = canonicalPath(mark === -1 ? url : url.slice(0, mark));
  const query = mark === -1 ? '' : url.slice(mark);
  if (path === null) return refused('The path is malformed, or can be read in more than one way');
  const [first = ''] = path.slice(1).split('/', 1);
  if (!OWN_WORDS.test(first)) return { ok: true, path, query };
  if (path.split('/').some((segment) => WORD_WITH_CAPITALS.test(segment))) {
    return refused('Paths of the API are written in small letters');
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
  // Empty segments, dot segments, and what somebody may trim.
  if (path.includes('//') || /(?:\.|%20)(?:\/|$)/.test(path)) return null;
  return isUtf8(path) ? path : null;
}

const encoded = (code: number): string => `%${code.toString(16).toUpperCase().padStart(2, '0')}`;

/** @param digits what follows the percent sign */
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
