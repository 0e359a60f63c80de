import { type Masking, maskPlain, maskValue } from './masking.ts';
import { looksMadeUp } from './secret-shapes.ts';

/** `a=1&token=x`: values by their names, or by their looks; names by theirs. */
export function maskPairs(text: string, masking: Masking): string {
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return maskPlain(pair, masking);
      const name = pair.slice(0, equals);
      return `${maskPlain(name, masking)}=${maskValue(name, pair.slice(equals + 1), masking)}`;
    })
    .join('&');
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
  return text
    .split(';')
    .map((cookie) => {
      const equals = cookie.indexOf('=');
      const name = equals < 0 ? '' : cookie.slice(0, equals);
      const kept = masking.keptIn(name.trim());
      const value = masking.substitution.mask(cookie.slice(equals + 1), kept);
      return equals < 0 ? value : `${name}=${value}`;
    })
    .join(';');
}

const PART_NAME = /[;\s]name\s{0,10}=\s{0,10}(?:"([^"\r\n]{0,200})"|([^";\s]{1,200}))/i;
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
      const named = PART_NAME.exec(part.slice(0, head));
      const name = named?.[1] ?? named?.[2] ?? '';
      const headers = maskPlain(part.slice(0, head), masking);
      const content = part.slice(head);
      return headers + (masking.names.has(name) ? maskValue(name, content, masking) : maskContent(content));
    })
    .join(line);
}
