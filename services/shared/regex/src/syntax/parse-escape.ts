import type { WrittenGuardKind } from './ast.ts';
import {
  ANY_BYTE,
  type ByteSet,
  DIGIT,
  HORIZONTAL_SPACE,
  NOT_NEWLINE,
  SPACE,
  setInvert,
  VERTICAL_SPACE,
  WORD,
} from './byte-set.ts';
import type { Cursor } from './cursor.ts';

/** What follows a backslash, by the rules of pcre2pattern(3). */
export type Escape =
  | { readonly type: 'byte'; readonly byte: number }
  | { readonly type: 'set'; readonly set: ByteSet }
  | { readonly type: 'guard'; readonly kind: WrittenGuardKind }
  | { readonly type: 'backref'; readonly group: number | string; readonly offset: number }
  /** `\R`: any newline sequence, CRLF being one that is not split. */
  | { readonly type: 'newline-sequence' };

const CONTROL_ESCAPES: Readonly<Record<string, number>> = {
  a: 0x07,
  e: 0x1b,
  f: 0x0c,
  n: 0x0a,
  r: 0x0d,
  t: 0x09,
};

const SET_ESCAPES: Readonly<Record<string, ByteSet>> = {
  d: DIGIT,
  D: setInvert(DIGIT),
  w: WORD,
  W: setInvert(WORD),
  s: SPACE,
  S: setInvert(SPACE),
  h: HORIZONTAL_SPACE,
  H: setInvert(HORIZONTAL_SPACE),
  v: VERTICAL_SPACE,
  V: setInvert(VERTICAL_SPACE),
};

const GUARD_ESCAPES: Readonly<Record<string, WrittenGuardKind>> = {
  A: 'subjectStart',
  z: 'subjectEnd',
  Z: 'subjectEndOrFinalNewline',
  b: 'wordBoundary',
  B: 'notWordBoundary',
};

/** Escapes that PCRE2 knows and this matcher does not. */
const UNSUPPORTED = 'GKXpP';

/**
 * Reads an escape; the cursor stands behind the backslash. `\Q` and `\E` are the callers' business.
 * @param groupsSoFar capturing groups opened left of here, which decides between back-reference and octal number.
 */
export function parseEscape(cursor: Cursor, inClass: boolean, groupsSoFar: number): Escape {
  const offset = cursor.position;
  if (cursor.atEnd) {
    return cursor.fail('backslash at the end of the pattern');
  }
  const char = cursor.next();
  if (!/[0-9A-Za-z]/.test(char)) {
    return { type: 'byte', byte: char.charCodeAt(0) };
  }
  const control = CONTROL_ESCAPES[char];
  if (control !== undefined) {
    return { type: 'byte', byte: control };
  }
  const set = SET_ESCAPES[char];
  if (set !== undefined) {
    return { type: 'set', set };
  }
  if (char >= '0' && char <= '9') {
    return parseNumber(cursor, char, inClass, groupsSoFar);
  }
  if (char === 'x') {
    return { type: 'byte', byte: parseHex(cursor) };
  }
  if (char === 'o') {
    return { type: 'byte', byte: parseBracedOctal(cursor) };
  }
  if (char === 'c') {
    return { type: 'byte', byte: parseControl(cursor) };
  }
  return inClass ? parseInClass(cursor, char, offset) : parseOutsideClass(cursor, char, offset, groupsSoFar);
}

function parseInClass(cursor: Cursor, char: string, offset: number): Escape {
  if (char === 'b') {
    return { type: 'byte', byte: 0x08 };
  }
  if (char === 'g') {
    // No reference here, and PCRE2 takes it for the letter.
    return { type: 'byte', byte: 0x67 };
  }
  if (char === 'p' || char === 'P') {
    return cursor.unsupported(`\\${char} is`, offset);
  }
  return cursor.fail(`\\${char} is not valid in a character class`, offset);
}

function parseOutsideClass(cursor: Cursor, char: string, offset: number, groupsSoFar: number): Escape {
  const guard = GUARD_ESCAPES[char];
  if (guard !== undefined) {
    return { type: 'guard', kind: guard };
  }
  switch (char) {
    case 'R':
      return { type: 'newline-sequence' };
    case 'C':
      return { type: 'set', set: ANY_BYTE };
    case 'N':
      if (cursor.peek() === '{' && !/\d/.test(cursor.peek(1))) {
        return cursor.fail('\\N{…} needs Unicode mode', offset);
      }
      return { type: 'set', set: NOT_NEWLINE };
    case 'g':
      return parseG(cursor, offset, groupsSoFar);
    case 'k':
      return { type: 'backref', group: parseDelimitedName(cursor, "<'{", offset), offset };
    default:
      return UNSUPPORTED.includes(char)
        ? cursor.unsupported(`\\${char} is`, offset)
        : cursor.fail(`unrecognised escape \\${char}`, offset);
  }
}

/** `\0`, `\12`, `\377`: a back-reference or an octal number. */
function parseNumber(cursor: Cursor, first: string, inClass: boolean, groupsSoFar: number): Escape {
  const offset = cursor.position - 1;
  if (first !== '0') {
    if (!inClass) {
      const digits = first + cursor.takeMatch(/\d*/y);
      const group = Number(digits);
      if (group < 10 || first >= '8' || group <= groupsSoFar) {
        return { type: 'backref', group, offset };
      }
      cursor.position = offset + 1;
    }
    if (first >= '8') {
      return { type: 'byte', byte: first.charCodeAt(0) };
    }
  }
  const octal = first + cursor.takeMatch(/[0-7]{0,2}/y);
  return { type: 'byte', byte: checkByte(cursor, Number.parseInt(octal, 8)) };
}

function parseHex(cursor: Cursor): number {
  if (!cursor.take('{')) {
    return Number.parseInt(`0${cursor.takeMatch(/[0-9A-Fa-f]{0,2}/y)}`, 16);
  }
  const digits = cursor.takeMatch(/[0-9A-Fa-f]+/y);
  if (digits === '' || !cursor.take('}')) {
    return cursor.fail('\\x{ needs hexadecimal digits and a closing brace');
  }
  return checkByte(cursor, Number.parseInt(digits, 16));
}

function parseBracedOctal(cursor: Cursor): number {
  if (!cursor.take('{')) {
    return cursor.fail('\\o needs an opening brace');
  }
  const digits = cursor.takeMatch(/[0-7]+/y);
  if (digits === '' || !cursor.take('}')) {
    return cursor.fail('\\o{ needs octal digits and a closing brace');
  }
  return checkByte(cursor, Number.parseInt(digits, 8));
}

function parseControl(cursor: Cursor): number {
  if (cursor.atEnd) {
    return cursor.fail('\\c at the end of the pattern');
  }
  const code = cursor.next().toUpperCase().charCodeAt(0);
  if (code < 0x20 || code > 0x7e) {
    return cursor.fail('\\c must be followed by a printable ASCII character', cursor.position - 1);
  }
  return code ^ 0x40;
}

/** `\g1`, `\g{-1}`, `\g{name}`. */
function parseG(cursor: Cursor, offset: number, groupsSoFar: number): Escape {
  if (cursor.peek() === '<' || cursor.peek() === "'") {
    return cursor.unsupported('subroutine calls are', offset);
  }
  const braced = cursor.take('{');
  const digits = cursor.takeMatch(/[+-]?\d+/y);
  if (digits === '') {
    if (!braced) {
      return cursor.fail('\\g needs a group number or a name in braces', offset);
    }
    cursor.position--;
    return { type: 'backref', group: parseDelimitedName(cursor, '{', offset), offset };
  }
  if (braced && !cursor.take('}')) {
    return cursor.fail('\\g{ needs a closing brace');
  }
  const number = Number(digits);
  const relative = digits.startsWith('-') ? groupsSoFar + 1 : digits.startsWith('+') ? groupsSoFar : 0;
  if (number + relative < 1) {
    return cursor.fail('reference to a group that does not exist', offset);
  }
  return { type: 'backref', group: number + relative, offset };
}

const CLOSING: Readonly<Record<string, string>> = { '<': '>', "'": "'", '{': '}', '(': ')' };

/** `<name>`, `'name'` or `{name}`. */
function parseDelimitedName(cursor: Cursor, openings: string, offset: number): string {
  const opening = cursor.next();
  if (opening === '' || !openings.includes(opening)) {
    return cursor.fail('a group name is expected', offset);
  }
  return parseName(cursor, CLOSING[opening]!);
}

/** A group's name up to and including `closing`. */
export function parseName(cursor: Cursor, closing: string): string {
  const name = cursor.takeMatch(/[A-Za-z_][A-Za-z_0-9]*/y);
  if (name === '') {
    return cursor.fail('a group name is expected');
  }
  if (name.length > 32) {
    return cursor.fail('a group name has at most 32 characters');
  }
  if (!cursor.take(closing)) {
    return cursor.fail(`a group name must end with ${closing}`);
  }
  return name;
}

function checkByte(cursor: Cursor, value: number): number {
  return value <= 0xff ? value : cursor.fail('character number above 0xff');
}
