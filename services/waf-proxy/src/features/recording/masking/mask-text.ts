import { byteView, endOfInnocent } from './first-look.ts';
import { type Masking, maskingWithin, maskPlain, maskValue, NAMELESS, NOTHING_FOUND } from './masking.ts';
import { looksMadeUp } from './secret-shapes.ts';
import { CODE_IN_FIELDS } from './substitution.ts';

const EQUALS = 0x3d;
const AMPERSAND = 0x26;
const bytesOf = byteView();

/** Masks `a=1&token=x`: values by their names or their form, and names by their form. */
export function maskPairs(text: string, masking: Masking): string {
  const { length } = text;
  const bytes = bytesOf(text);
  let masked = '';
  let done = 0;
  for (let at = 0; at <= length; ) {
    // Most pairs need only one look, without slicing them.
    const nameEnd = endOfInnocent(bytes, at, length);
    const hasValue = nameEnd >= 0 && bytes[nameEnd] === EQUALS && nameEnd < length;
    let end = hasValue ? endOfInnocent(bytes, nameEnd + 1, length) : nameEnd;
    const isInnocent = end === length || (end >= 0 && bytes[end] === AMPERSAND);
    if (!isInnocent || (hasValue && masking.names.has(text.slice(at, nameEnd)))) {
      const ampersand = text.indexOf('&', at);
      end = ampersand < 0 ? length : ampersand;
      masked += text.slice(done, at) + maskPair(text.slice(at, end), masking);
      done = end;
    }
    at = end + 1;
  }
  return done === 0 ? text : masked + text.slice(done);
}

function maskPair(pair: string, masking: Masking): string {
  const equals = pair.indexOf('=');
  if (equals < 0) return maskPlain(pair, masking, masking.keptIn(NAMELESS, pair));
  const name = pair.slice(0, equals);
  return `${maskPlain(name, masking)}=${maskValue(name, pair.slice(equals + 1), masking)}`;
}

export function maskTarget(target: string, masking: Masking): string {
  const query = target.indexOf('?');
  if (query < 0) return maskPath(target, masking);
  const pairs = target.slice(query + 1);
  const masked = masking.masksQueryValues ? maskAllPairs(pairs, masking) : maskPairs(pairs, masking);
  return `${maskPath(target.slice(0, query), masking)}?${masked}`;
}

const NOTHING_STAYS: ReadonlySet<string> = new Set();

/** Masks all values, and parameters without a value. */
function maskAllPairs(text: string, masking: Masking): string {
  return text
    .split('&')
    .map((pair) => {
      const start = pair.indexOf('=') + 1;
      const name = maskPlain(pair.slice(0, start), masking);
      const value = pair.slice(start);
      const isFound = masking.keptIn(pair.slice(0, Math.max(0, start - 1)), value) !== undefined;
      return name + masking.substitution.mask(value, isFound ? NOTHING_STAYS : undefined);
    })
    .join('&');
}

/** Words in names of pages whose next path segment is a token, besides names of secrets. */
const BEFORE_TOKENS =
  /^(?:reset|verify|verification|confirm|confirmation|activate|activation|invites?|invitations?|join|unsubscribe|magic|magiclink|share|shared|unlock|recover|recovery|forgot)$/i;

const leadsToToken = (segment: string): boolean =>
  segment.length <= MAX_PAGE && segment.split(/[-_]/).some((word) => BEFORE_TOKENS.test(word));
const MAX_PAGE = 64;

/** `name:password@host`, of an address within a path. */
const LOG_IN = /^[^:@]{1,128}(?::|%3A)[^@]{1,256}(?=@)/i;

/** Masks a segment after a secret's name if it looks random: in `/reset/8Fj2Kq9x`, not in `/auth/callback`. */
function maskPath(path: string, masking: Masking): string {
  let before = '';
  return path
    .split('/')
    .map((segment) => {
      const isToken = (leadsToToken(before) || masking.names.has(before)) && looksMadeUp(segment);
      before = segment;
      const kept = masking.keptIn(NAMELESS, segment);
      const logIn = LOG_IN.exec(segment)?.[0];
      if (logIn !== undefined)
        return masking.substitution.mask(logIn, kept) + maskPlain(segment.slice(logIn.length), masking, kept);
      return isToken ? masking.substitution.mask(segment, kept) : maskPlain(segment, masking, kept);
    })
    .join('/');
}

/** Masks the values of all cookies: `a=1; sid=x`. */
export function maskCookies(text: string, masking: Masking): string {
  const quickly = masking.keptIn === NOTHING_FOUND ? masking.substitution.maskCookies(text) : null;
  return quickly ?? maskEachCookie(text, masking);
}

/** Browsers send a cookie without a name as its value alone; Base64 ends in equals signs. */
const isNameless = (cookie: string): boolean => /^[^=]*=[= \t]*$/.test(cookie);

function maskEachCookie(text: string, masking: Masking): string {
  return text
    .split(';')
    .map((cookie) => {
      const equals = isNameless(cookie) ? -1 : cookie.indexOf('=');
      const name = equals < 0 ? '' : cookie.slice(0, equals);
      const value = cookie.slice(equals + 1);
      const kept = masking.keptIn(name.trim(), value);
      const masked = masking.substitution.mask(value, kept, CODE_IN_FIELDS);
      return equals < 0 ? masked : `${name}=${masked}`;
    })
    .join(';');
}

const PART_NAME = /[;\s]name\s{0,10}=\s{0,10}(?:"([^"\r\n]{0,200})"|([^";\s]{1,200}))/i;
/** The extended form of RFC 5987, such as `name*=utf-8''pass%77ord`, which takes precedence. */
const EXTENDED_PART_NAME = /[;\s]name\*\s{0,10}=\s{0,10}"?[\w-]{0,40}'[^'\r\n]{0,40}'([^";\s]{1,200})/i;
/** End of a part's head. Many servers accept bare LF. */
const HEAD_END = /\r?\n\r?\n/;

/** Of a part that has parts (RFC 2046). */
const INNER_BOUNDARY =
  /^content-type\s{0,10}:\s{0,10}multipart\/[^;\r\n]{1,100};.{0,1000}?[;\s]boundary="?([^";,\s]{1,200})/im;
/** Parts within those are masked by what they look like. */
const MAX_DEPTH = 2;

/** Masks parts by name and content; the lines between them stay unchanged. */
export function maskMultipart(
  text: string,
  boundary: string,
  masking: Masking,
  maskContent: (content: string, masking: Masking) => string,
  depth = 0,
): string {
  const line = `--${boundary}`;
  return text
    .split(line)
    .map((part) => {
      const head = HEAD_END.exec(part)?.index ?? -1;
      if (head < 0) return maskPlain(part, masking);
      const names = partNames(part.slice(0, head));
      const name = names.find((each) => masking.names.has(each));
      const headers = maskPlain(part.slice(0, head), masking);
      const content = part.slice(head);
      if (name !== undefined) return headers + maskValue(name, content, masking);
      const within = maskingWithin(names[0] ?? NAMELESS, masking);
      const inner = depth < MAX_DEPTH ? INNER_BOUNDARY.exec(part.slice(0, head))?.[1] : undefined;
      const masked =
        inner === undefined
          ? maskContent(content, within)
          : maskMultipart(content, inner, within, maskContent, depth + 1);
      return headers + masked;
    })
    .join(line);
}

function partNames(head: string): string[] {
  const named = PART_NAME.exec(head);
  const extended = EXTENDED_PART_NAME.exec(head)?.[1];
  const decoded = extended?.replaceAll(/%([0-9a-f]{2})/gi, (_, code: string) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  );
  return [decoded, named?.[1] ?? named?.[2]].filter((name) => name !== undefined);
}
