import type { ByteString } from '../../model/api.ts';
import { PIECE } from './form-pairs.ts';
import { isDocumentMark, pastBlanks } from './yaml-marks.ts';
import { type QuotedScalar, readQuoted } from './yaml-quoted.ts';

/**
 * A scalar of a YAML document, and the name of the member that it is the value of; '' where it is a name or has none. It may be
 * tagged as bytes in base64.
 */
export type YamlScalar = readonly [name: ByteString, value: ByteString, isBinary?: boolean];

const PLAIN_END = /[,[\]{}]|:(?=[\s,[\]{}]|$)|\s#|[\r\n](?=(?:---|\.\.\.)\s)/g;
/** A tag, an anchor, and an alias that has a text behind it (YamlDotNet). */
const PROPERTY = /!<[^\s>]*>|[!&][^\s,[\]{}]*|\*[^\s,[\]{}]{1,1024}(?=[ \t]{1,64}["'])/y;
const BINARY_TAG = /^!.*(?:binary>?$|%)/;
const SEPARATED = /[\s,[\]{}]/;
const LINE_BREAK = /\r?\n|\r/;

export const withTag = ([name, value]: YamlScalar, isBinary: boolean): YamlScalar =>
  isBinary ? [name, value, true] : [name, value];

/**
 * Reads a flow collection that opens at `start`; returns its end. `null` every {@link PIECE} bytes, as a point to
 * pause.
 */
export function* readFlow(
  text: ByteString,
  start: number,
  parentName: ByteString,
): Generator<YamlScalar | null, number> {
  /** For each open collection, the member that it is the value of. */
  const owners: ByteString[] = [];
  let pausedAt = start;
  let name = parentName;
  let isBinary = false;
  for (let at = start; at < text.length; ) {
    if (at - pausedAt >= PIECE) {
      pausedAt = at;
      yield null;
    }
    const sign = text[at]!;
    if ((sign === '\n' || sign === '\r') && isDocumentMark(text, at + 1)) return at;
    if (sign === '{' || sign === '[') owners.push(name);
    else if (sign === ',') name = owners.at(-1)!;
    else if (sign === '}' || sign === ']') {
      name = owners.pop()!;
      if (owners.length === 0) return at + 1;
    }
    const after = pastInsignificant(text, at);
    if (after > at) {
      if (sign === '!' && BINARY_TAG.test(text.slice(at, after))) isBinary = true;
      at = after;
      continue;
    }
    const scalar = sign === '"' || sign === "'" ? yield* readQuoted(text, at) : plainAt(text, at);
    const colon = colonBehind(text, scalar.end);
    at = colon < 0 ? scalar.end : colon + 1;
    if (colon >= 0) name = scalar.value;
    yield withTag(colon < 0 ? [name, scalar.value] : ['', name], isBinary);
    if (scalar.solid !== undefined) yield withTag([colon < 0 ? name : '', scalar.solid], isBinary);
    isBinary = false;
  }
  return text.length;
}

/** Behind signs, blanks, comments, tags and anchors; the same place where a scalar begins. */
function pastInsignificant(text: ByteString, at: number): number {
  const sign = text[at]!;
  if (sign === '#') {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end + 1;
  }
  if (sign === ':' || sign === '?' || sign === '-') return isSeparator(text, at) ? at + 1 : at;
  PROPERTY.lastIndex = at;
  const property = PROPERTY.exec(text)?.[0].length ?? 0;
  return at + (property || ('{}[], \t\r\n'.includes(sign) ? 1 : 0));
}

/** A plain scalar has no sign of a flow collection in it; its lines are folded. */
function plainAt(text: ByteString, at: number): QuotedScalar {
  PLAIN_END.lastIndex = at + 1;
  const end = PLAIN_END.exec(text)?.index ?? text.length;
  const lines = text.slice(at, end).split(LINE_BREAK);
  return { value: lines.map((line) => line.trim()).join(' '), end };
}

/** Before anything else than a blank it is the first of a plain scalar, unless a collection ends before it. */
const isSeparator = (text: ByteString, at: number): boolean =>
  '}]'.includes(text[at - 1] ?? ' ') || SEPARATED.test(text[at + 1] ?? ' ');

/** Position of the colon that makes a scalar a key; -1 without one. */
function colonBehind(text: ByteString, from: number): number {
  const at = pastBlanks(text, from);
  return text[at] === ':' ? at : -1;
}
