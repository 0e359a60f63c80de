import { type Masking, maskPlain } from './masking.ts';

/** Members whose value names another member: `{"name": "password", "value": "x"}`. */
const NAMING: ReadonlySet<string> = new Set(['name', 'key', 'field', 'id', 'label', 'param', 'parameter']);
const MAX_NAMED = 64;

/**
 * Masks members with sensitive names and everything in them; truncated or invalid JSON is masked as far as it can be
 * parsed.
 */
export function maskJson(text: string, masking: Masking): string {
  const { names, substitution } = masking;
  const pieces: string[] = [];
  let name = '';
  /** By depth: places in `pieces` of the values of the enclosing object, which may say only then what it is about. */
  const values: { readonly place: number; readonly found: ReturnType<Masking['keptIn']> }[][] = [];
  /** Depth of the enclosing sensitive member; everything in it is masked. */
  let sensitiveFrom = -1;
  /** Depth of the enclosing object that names itself as sensitive. */
  let namedFrom = -1;
  let depth = 0;
  let isJson = true;
  /** The first string of a list, which may name the second: `["password", "x"]`. */
  let firstOfList: string | null = null;
  let isFirst = false;
  for (let at = 0; at < text.length; ) {
    const end = endOfJsonPiece(text, at);
    const piece = text.slice(at, end);
    const first = piece[0]!;
    if (first === '{' || first === '[') values[++depth] = [];
    else if (first === '}' || first === ']') {
      depth--;
      if (depth <= sensitiveFrom) sensitiveFrom = -1;
      if (depth < namedFrom) namedFrom = -1;
    } else if (first === ',' && depth <= sensitiveFrom) sensitiveFrom = -1;
    if (/[{}[\]:]/.test(first)) {
      firstOfList = null;
      isFirst = first === '[';
    }
    if (first === '"' && isColonNext(text, end)) {
      name = piece.slice(1, -1);
      if (sensitiveFrom < 0 && names.has(name)) sensitiveFrom = depth;
      pieces.push(maskPlain(piece, masking));
    } else if (/["0-9tfn-]/.test(first)) {
      const kept = masking.keptIn(name, piece);
      const isWord = first === 't' || first === 'f' || first === 'n';
      const isNaming = first === '"' && NAMING.has(name.toLowerCase());
      const isPaired = first === '"' && firstOfList !== null && names.has(firstOfList.slice(1, -1));
      firstOfList = isFirst && first === '"' && piece.length <= MAX_NAMED ? piece : null;
      isFirst = false;
      const isSecret = sensitiveFrom >= 0 || isPaired || (namedFrom >= 0 && !isNaming);
      pieces.push(isSecret && !isWord ? substitution.mask(piece, kept) : maskPlain(piece, masking, kept));
      if (isNaming && piece.length <= MAX_NAMED && names.has(piece.slice(1, -1))) {
        namedFrom = depth;
        for (const { place, found } of values[depth] ?? [])
          pieces[place] = substitution.mask(pieces[place]!, found);
        values[depth] = [];
      } else if (!isWord && !isNaming) values[depth]?.push({ place: pieces.length - 1, found: kept });
    } else {
      isJson &&= /[{}[\],:\s]/.test(first);
      pieces.push(piece);
    }
    at = end;
  }
  const masked = pieces.join('');
  // JavaScript has unquoted members, and other texts may begin with a bracket.
  return isJson ? masked : maskPlain(masked, masking);
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
