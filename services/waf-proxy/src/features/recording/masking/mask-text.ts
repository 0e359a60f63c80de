import { isInnocent } from './first-look.ts';
import { type Masking, maskPlain, maskValue, NOTHING_FOUND } from './masking.ts';
import { looksMadeUp } from './secret-shapes.ts';

/** `a=1&token=x`: values by their names, or by their looks; names by theirs. */
export function maskPairs(text: string, masking: Masking): string {
  let masked = '';
  let done = 0;
  let equals = text.indexOf('=');
  for (let at = 0; at <= text.length; ) {
    const ampersand = text.indexOf('&', at);
    const end = ampersand < 0 ? text.length : ampersand;
    if (equals >= 0 && equals < at) equals = text.indexOf('=', at);
    const nameEnd = equals < 0 || equals > end ? end : equals;
    if (!isInnocentPair(text, at, nameEnd, end, masking)) {
      masked += text.slice(done, at) + maskPair(text.slice(at, end), nameEnd - at, masking);
      done = end;
    }
    at = end + 1;
  }
  return done === 0 ? text : masked + text.slice(done);
}

/** No more than a look at most pairs: neither is anything of them cut out. */
const isInnocentPair = (
  text: string,
  at: number,
  nameEnd: number,
  end: number,
  { names }: Masking,
): boolean =>
  isInnocent(text, at, nameEnd) &&
  (nameEnd === end || isInnocent(text, nameEnd + 1, end)) &&
  (nameEnd === end || !names.has(text.slice(at, nameEnd)));

function maskPair(pair: string, equals: number, masking: Masking): string {
  if (equals === pair.length) return maskPlain(pair, masking);
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

/** All values, and all of a parameter that has none. */
function maskAllPairs(text: string, masking: Masking): string {
  return text
    .split('&')
    .map((pair) => {
      const start = pair.indexOf('=') + 1;
      const name = maskPlain(pair.slice(0, start), masking);
      return name + masking.substitution.mask(pair.slice(start));
    })
    .join('&');
}

/** Names of pages on which the next segment is a token, besides those that name a secret. */
const BEFORE_TOKENS =
  /^(?:reset|verify|verification|confirm|confirmation|activate|activation|invite|invitation|join|unsubscribe|magic(?:-?link)?|share|shared|unlock|recover|recovery)$/i;

/** A segment behind one that names a secret is one where it looks made up: `/reset/8Fj2Kq9x`, and not `/auth/callback`. */
function maskPath(path: string, masking: Masking): string {
  let before = '';
  return path
    .split('/')
    .map((segment) => {
      const isToken = (BEFORE_TOKENS.test(before) || masking.names.has(before)) && looksMadeUp(segment);
      before = segment;
      return isToken ? masking.substitution.mask(segment) : maskPlain(segment, masking);
    })
    .join('/');
}

/** `a=1; sid=x`: of all cookies the values. */
export function maskCookies(text: string, masking: Masking): string {
  const quickly = masking.keptIn === NOTHING_FOUND ? masking.substitution.maskCookies(text) : null;
  return quickly ?? maskEachCookie(text, masking);
}

/** Browsers send cookies without a name as their value alone; that of Base64 ends in equals signs. */
const isNameless = (cookie: string): boolean => /^[^=]*=[= \t]*$/.test(cookie);

function maskEachCookie(text: string, masking: Masking): string {
  return text
    .split(';')
    .map((cookie) => {
      const equals = isNameless(cookie) ? -1 : cookie.indexOf('=');
      const name = equals < 0 ? '' : cookie.slice(0, equals);
      const kept = masking.keptIn(name.trim());
      const value = masking.substitution.mask(cookie.slice(equals + 1), kept);
      return equals < 0 ? value : `${name}=${value}`;
    })
    .join(';');
}

const PART_NAME = /[;\s]name\s{0,10}=\s{0,10}(?:"([^"\r\n]{0,200})"|([^";\s]{1,200}))/i;
/** The same by RFC 5987, such as `name*=utf-8''pass%77ord`; who reads it takes it before the other. */
const EXTENDED_PART_NAME = /[;\s]name\*\s{0,10}=\s{0,10}"?[\w-]{0,40}'[^'\r\n]{0,40}'([^";\s]{1,200})/i;
/** Where a part's head ends. Programs that end lines by themselves are read by many servers. */
const HEAD_END = /\r?\n\r?\n/;

/** Parts by their names, and by what is in them; lines between them stay as they are. */
export function maskMultipart(
  text: string,
  boundary: string,
  masking: Masking,
  maskContent: (content: string) => string,
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
      return headers + (name !== undefined ? maskValue(name, content, masking) : maskContent(content));
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
