import { type Masking, maskPlain, maskValue } from './masking.ts';

const CDATA = '<![CDATA[';
const CDATA_END = ']]>';
const ELEMENT_NAME = /^<([A-Za-z_][\w.:-]{0,100})/;
/** XML-RPC calls do not name their arguments: a sign-in is two strings. */
const CALL = '<methodCall';
/** Elements whose text names what stands in the next one, as in property lists. */
const NAMING_ELEMENTS: ReadonlySet<string> = new Set(['key', 'name', 'field', 'param', 'string']);
const ARGUMENT: ReadonlySet<string> = new Set(['value', 'string', 'base64']);

/** Masks `<password>x</password>` with everything in it, `<user token="x">`, `<input name="password" value="x">`. */
export function maskXml(text: string, masking: Masking): string {
  const { names, substitution } = masking;
  const isCall = text.includes(CALL);
  let masked = '';
  let name = '';
  let depth = 0;
  /** Depth of the enclosing sensitive element. */
  let sensitiveFrom = -1;
  /** Depth of an element whose text named a secret: the next one beside it is its value. */
  let namedAt = -1;
  for (let at = 0; at < text.length; ) {
    const end = endOfPiece(text, at);
    const piece = text.slice(at, end);
    at = end;
    if (piece[0] !== '<' || piece.startsWith(CDATA)) {
      if (NAMING_ELEMENTS.has(name.toLowerCase()) && names.has(piece.trim())) namedAt = depth;
      const isSecret = sensitiveFrom >= 0 || (isCall && ARGUMENT.has(name));
      masked += isSecret
        ? withinCdata(piece, (inner) => substitution.mask(inner, masking.keptIn(name, inner)))
        : maskPlain(piece, masking, masking.keptIn(name, piece));
      continue;
    }
    if (piece[1] === '/') {
      depth--;
      if (depth < sensitiveFrom) sensitiveFrom = -1;
      name = '';
      masked += piece;
      continue;
    }
    name = ELEMENT_NAME.exec(piece)?.[1] ?? '';
    const attributes = maskAttributes(piece, masking);
    masked += attributes.masked;
    if (name === '' || piece.endsWith('/>')) continue;
    depth++;
    const isNamed = names.has(name) || attributes.isNamedSo || depth === namedAt;
    if (sensitiveFrom < 0 && isNamed) sensitiveFrom = depth;
    if (depth <= namedAt) namedAt = -1;
  }
  return masked;
}

function endOfPiece(text: string, from: number): number {
  if (text[from] !== '<') return endOr(text.indexOf('<', from), text);
  if (text.startsWith(CDATA, from)) {
    const end = text.indexOf(CDATA_END, from);
    return end < 0 ? text.length : end + CDATA_END.length;
  }
  const next = endOr(text.indexOf('<', from + 1), text);
  const close = text.indexOf('>', from);
  return close >= 0 && close < next ? close + 1 : close < 0 ? next : from + 1;
}

const endOr = (at: number, text: string): number => (at < 0 ? text.length : at);

/** Keeps the CDATA brackets. */
function withinCdata(piece: string, mask: (text: string) => string): string {
  if (!piece.startsWith(CDATA)) return mask(piece);
  return CDATA + mask(piece.slice(CDATA.length));
}

const ATTRIBUTE_NAME = /[\w.:-]/;
const MAX_ATTRIBUTE_NAME = 100;
const NAMING: ReadonlySet<string> = new Set(['name', 'id', 'key', 'field', 'type', 'autocomplete']);

interface Attribute {
  readonly name: string;
  /** With its quotes, if it has any. */
  readonly value: string;
  readonly from: number;
  readonly to: number;
}

/** Masks `name="value"` with either quote. `isNamedSo`: an attribute says that the element contains a secret. */
function maskAttributes(tag: string, masking: Masking): { masked: string; isNamedSo: boolean } {
  const attributes = attributesOf(tag);
  const isNamedSo = attributes.some(
    ({ name, value }) =>
      NAMING.has(name.toLowerCase()) && masking.names.has(characters(value.replaceAll(/["']/g, ''))),
  );
  let masked = '';
  let done = 0;
  for (const { name, value, from, to } of attributes) {
    const isSecret = isNamedSo && !NAMING.has(name.toLowerCase());
    masked += tag.slice(done, from);
    masked += isSecret
      ? masking.substitution.mask(value, masking.keptIn(name, value))
      : maskValue(name, value, masking);
    done = to;
  }
  return { masked: masked + tag.slice(done), isNamedSo };
}

function attributesOf(tag: string): Attribute[] {
  const attributes: Attribute[] = [];
  let done = 0;
  for (let equals = tag.indexOf('='); equals >= 0; ) {
    const quote = tag[equals + 1];
    const isQuoted = quote === '"' || quote === "'";
    const end = isQuoted ? tag.indexOf(quote, equals + 2) : endOfBare(tag, equals);
    // No complete value follows.
    if (end < 0) break;
    const name = tag.slice(beginningOfName(tag, equals, done), equals);
    attributes.push({ name, value: tag.slice(equals + 1, end + 1), from: equals + 1, to: end + 1 });
    done = end + 1;
    equals = tag.indexOf('=', end + 1);
  }
  return attributes;
}

/** HTML has values without quotes. */
function endOfBare(tag: string, equals: number): number {
  let end = equals;
  while (end + 1 < tag.length && !/[\s>"'=]/.test(tag[end + 1]!)) end++;
  return end;
}

/** Numbers of characters in the place of characters. */
const characters = (text: string): string =>
  text.replaceAll(/&#(?:x([0-9A-Fa-f]{1,6})|([0-9]{1,7}));?/g, (_, hex?: string, decimal?: string) => {
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code < 0x100 ? String.fromCharCode(code) : '';
  });

function beginningOfName(tag: string, end: number, from: number): number {
  const least = Math.max(from, end - MAX_ATTRIBUTE_NAME);
  let start = end;
  while (start > least && ATTRIBUTE_NAME.test(tag[start - 1]!)) start--;
  return start;
}
