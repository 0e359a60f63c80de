import { maskShapes } from './secret-shapes.ts';
import type { SensitiveNames } from './sensitive-names.ts';
import type { Substitution } from './substitution.ts';

/** How the secrets of one request are masked. */
export interface Masking {
  readonly names: SensitiveNames;
  readonly substitution: Substitution;
  /** Words that stay where a rule has matched a value of that name, as they do in the log. */
  keptIn(name: string): ReadonlySet<string> | undefined;
}

/** `a=1&token=x`: names stay; values by their names, or by their looks. */
export function maskPairs(text: string, masking: Masking): string {
  return text
    .split('&')
    .map((pair) => {
      const equals = pair.indexOf('=');
      if (equals < 0) return maskShapes(pair, masking.substitution);
      const name = pair.slice(0, equals);
      return `${name}=${maskValue(name, pair.slice(equals + 1), masking)}`;
    })
    .join('&');
}

export function maskValue(name: string, value: string, masking: Masking): string {
  const { names, substitution } = masking;
  const kept = masking.keptIn(name);
  return names.has(name) ? substitution.mask(value, kept) : maskShapes(value, substitution, kept);
}

export function maskTarget(target: string, masking: Masking): string {
  const query = target.indexOf('?');
  if (query < 0) return maskShapes(target, masking.substitution);
  const path = maskShapes(target.slice(0, query), masking.substitution);
  return `${path}?${maskPairs(target.slice(query + 1), masking)}`;
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

/** Members of sensitive names, whatever is in them; cut or broken text is read as far as it goes. */
export function maskJson(text: string, masking: Masking): string {
  let masked = '';
  let name = '';
  /** Depth at which a sensitive member began; all within it is masked. */
  let sensitiveFrom = -1;
  let depth = 0;
  for (let at = 0; at < text.length; ) {
    const end = endOfJsonPiece(text, at);
    const piece = text.slice(at, end);
    const first = piece[0]!;
    if (first === '{' || first === '[') depth++;
    else if (first === '}' || first === ']') {
      depth--;
      if (depth <= sensitiveFrom) sensitiveFrom = -1;
    } else if (first === ',' && depth <= sensitiveFrom) sensitiveFrom = -1;
    const isName = first === '"' && isColonNext(text, end);
    if (isName) {
      name = piece.slice(1, -1);
      if (sensitiveFrom < 0 && masking.names.has(name)) sensitiveFrom = depth;
      masked += piece;
    } else if (/["0-9tfn-]/.test(first)) {
      const kept = masking.keptIn(name);
      const word = first === 't' || first === 'f' || first === 'n';
      masked +=
        sensitiveFrom >= 0 && !word
          ? masking.substitution.mask(piece, kept)
          : maskShapes(piece, masking.substitution, kept);
    } else masked += piece;
    at = end;
  }
  return masked;
}

function endOfJsonPiece(text: string, from: number): number {
  const first = text[from]!;
  if (first === '"') {
    let at = from + 1;
    while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
    return Math.min(at + 1, text.length);
  }
  if (/[{}[\],:]/.test(first)) return from + 1;
  const kind = isBlank(first) ? /\s/ : /[^"{}[\],:\s]/;
  let at = from + 1;
  while (at < text.length && kind.test(text[at]!)) at++;
  return at;
}

const isBlank = (character: string): boolean => /\s/.test(character);

function isColonNext(text: string, from: number): boolean {
  let at = from;
  while (at < text.length && isBlank(text[at]!)) at++;
  return text[at] === ':';
}

/** `<password>x</password>`, `<user token="x">`. */
export function maskXml(text: string, masking: Masking): string {
  let name = '';
  return text.replace(XML_PIECES, (piece) => {
    if (piece[0] !== '<') return maskValue(name, piece, masking);
    name = /^<([A-Za-z_][\w.:-]{0,100})/.exec(piece)?.[1] ?? '';
    return maskAttributes(piece, masking);
  });
}

const ATTRIBUTE_NAME = /[\w.:-]/;
const MAX_ATTRIBUTE_NAME = 100;

/** `name="value"`, with either quote. */
function maskAttributes(tag: string, masking: Masking): string {
  let masked = '';
  let done = 0;
  for (let equals = tag.indexOf('='); equals >= 0; ) {
    const quote = tag[equals + 1];
    const end = quote === '"' || quote === "'" ? tag.indexOf(quote, equals + 2) : equals;
    // Nothing behind it is a whole value.
    if (end < 0) break;
    if (end > equals) {
      const name = tag.slice(beginningOfName(tag, equals, done), equals);
      masked += tag.slice(done, equals + 1) + maskValue(name, tag.slice(equals + 1, end + 1), masking);
      done = end + 1;
    }
    equals = tag.indexOf('=', end + 1);
  }
  return masked + tag.slice(done);
}

function beginningOfName(tag: string, end: number, from: number): number {
  const least = Math.max(from, end - MAX_ATTRIBUTE_NAME);
  let start = end;
  while (start > least && ATTRIBUTE_NAME.test(tag[start - 1]!)) start--;
  return start;
}

const XML_PIECES = /<[^<>]*>|<|[^<]+/g;

/** Parts by their names; lines between them stay as they are. */
export function maskMultipart(text: string, boundary: string, masking: Masking): string {
  const line = `--${boundary}`;
  return text
    .split(line)
    .map((part) => {
      const head = part.indexOf('\r\n\r\n');
      if (head < 0) return part;
      const name = /name="([^"]{0,200})"/i.exec(part.slice(0, head))?.[1] ?? '';
      const headers = maskShapes(part.slice(0, head), masking.substitution);
      return headers + maskValue(name, part.slice(head), masking);
    })
    .join(line);
}
