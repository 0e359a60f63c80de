import { valuesOf } from '../../../http/header-lines.ts';
import { maskJson } from './mask-json.ts';
import { maskCookies, maskMultipart, maskPairs, maskTarget } from './mask-text.ts';
import { maskXml } from './mask-xml.ts';
import { type Masking, maskingWithin, maskPlain, NAMELESS, unlessHarmless } from './masking.ts';
import { CODE_IN_FIELDS } from './substitution.ts';
import { maskTables } from './tables.ts';

/** A request as byte strings. */
export interface PlainRequest {
  target: string;
  /** Name, value, … */
  fields: readonly string[];
  /** Null: none, or not recorded. */
  body: string | null;
}

/** The request with its secrets masked; all lengths stay the same. */
export function maskRequest({ target, fields, body }: PlainRequest, masking: Masking): PlainRequest {
  const masked: string[] = [];
  for (let index = 0; index < fields.length; index += 2)
    masked.push(fields[index]!, maskField(fields[index]!, fields[index + 1]!, masking));
  return {
    target: maskOfTarget(target, masking),
    fields: masked,
    body: body === null ? null : maskBody(body, valuesOf(fields, 'content-type')[0] ?? '', masking),
  };
}

export const maskOfTarget = (target: string, masking: Masking): string =>
  unlessHarmless(TARGET, target, masking, maskWholeTarget);

/** The authentication scheme, which is not secret. */
const SCHEME = /^(?:Basic|Bearer|Digest|Negotiate|Token|ApiKey|AWS4-HMAC-SHA256)\b/i;

const COOKIE = 'cookie';
/** A name that no header can have. */
const TARGET = ':target';
const maskWholeTarget = (_place: string, target: string, masking: Masking): string =>
  maskTarget(target, masking);

/** Headers that contain a URL or a path. */
const ADDRESSES: ReadonlySet<string> = new Set(['referer', 'origin', 'x-original-url', 'x-rewrite-url']);

export function maskField(name: string, value: string, masking: Masking): string {
  if (name.length === COOKIE.length && name.toLowerCase() === COOKIE) return maskCookies(value, masking);
  return unlessHarmless(name, value, masking, maskOther);
}

function maskOther(name: string, value: string, masking: Masking): string {
  const lower = name.toLowerCase();
  const kept = masking.keptIn(lower, value);
  // The boundary is needed to parse the body.
  if (lower === 'content-type') return value;
  if (ADDRESSES.has(lower)) return maskTarget(value, maskingWithin(lower, masking));
  if (!masking.names.hasField(lower)) return maskPlain(value, masking, kept);
  const scheme = SCHEME.exec(value)?.[0] ?? '';
  return scheme + masking.substitution.mask(value.slice(scheme.length), kept, CODE_IN_FIELDS);
}

const BOUNDARY = /^\s{0,100}multipart\/[^;]{1,100};.{0,1000}?(?:^|[;\s])boundary="?([^";,\s]{1,200})/i;

/**
 * Masks a body by its type and by what it looks like, since the rules parse it in several ways, too.
 *
 * @param type the first Content-Type; '' for none
 */
export function maskBody(body: string, type: string, masking: Masking): string {
  const boundary = BOUNDARY.exec(type)?.[1];
  if (boundary === undefined) return maskContent(body, masking);
  return maskMultipart(body, boundary, masking, maskContent);
}

function maskContent(text: string, masking: Masking): string {
  const first = text[beginningOfContent(text)];
  if (first === '{' || first === '[') return maskJson(text, masking);
  if (first === '<') return maskXml(text, masking);
  // The rows of a table may contain ampersands.
  const { names, substitution } = masking;
  const mask = (secret: string) => substitution.mask(secret, masking.keptIn(NAMELESS, secret));
  return maskPairs(maskTables(text, names, mask), masking);
}

const BYTE_ORDER_MARK = '\xef\xbb\xbf';
/** Answers of some servers begin so, and are sent back as they came: no script can read them. */
const GUARDS = [")]}',", ")]}'", 'while(1);', 'for(;;);'];

/** Behind a byte order mark, blanks and guards, all of which readers of JSON and XML pass over. */
function beginningOfContent(text: string): number {
  let at = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK.length : 0;
  const guard = GUARDS.find((one) => text.startsWith(one, at));
  if (guard !== undefined) at += guard.length;
  while (BLANKS.has(text[at] ?? '')) at++;
  return at;
}

const BLANKS: ReadonlySet<string> = new Set([' ', '\t', '\r', '\n', '\f', '\v', '\xa0']);
