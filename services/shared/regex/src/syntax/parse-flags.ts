import type { Cursor } from './cursor.ts';

/** What inline options switch while a pattern is read. */
export interface Flags {
  caseInsensitive: boolean;
  multiline: boolean;
  dotAll: boolean;
  extended: boolean;
  extendedMore: boolean;
  noCapture: boolean;
  ungreedy: boolean;
}

/** Letters of inline options. `J` (duplicate names) is refused, since names must be unique here. */
const FLAG_LETTERS: Readonly<Record<string, keyof Flags>> = {
  i: 'caseInsensitive',
  m: 'multiline',
  s: 'dotAll',
  x: 'extended',
  n: 'noCapture',
  U: 'ungreedy',
};

/** The letters behind `(?`, up to the `)` or `:` that ends them. */
export function readFlags(cursor: Cursor, flags: Flags): void {
  if (cursor.take('^')) {
    Object.assign(flags, {
      caseInsensitive: false,
      multiline: false,
      dotAll: false,
      extended: false,
      extendedMore: false,
      noCapture: false,
    });
  }
  let value = true;
  while (cursor.peek() !== ')' && cursor.peek() !== ':') {
    const offset = cursor.position;
    const char = cursor.next();
    if (char === '-' && value) {
      value = false;
      continue;
    }
    if (char === 'J') {
      cursor.unsupported('(?J) is', offset);
    }
    const flag = FLAG_LETTERS[char];
    if (flag === undefined) {
      cursor.fail(
        char === '' ? 'missing closing parenthesis' : `unrecognised character "${char}" after (?`,
        offset,
      );
    }
    flags[flag] = value;
    if (flag === 'extended') {
      flags.extendedMore = value && cursor.take('x');
    }
  }
}
