import type { ByteString } from '../../model/api.ts';

/**
 * Types of SQL tokens, by libinjection's letters: `1` number, `s` string, `n` name, `v` variable, `f` function, `k`
 * keyword, `E` statement, `U` set operation, `B` grouping, `T` procedural statement, `t` type, `A` COLLATE, `o`
 * operator, `&` logical operator, `c` comment, `X` evil, `?` unknown, and punctuation as itself.
 */
export type SqlTokenType =
  | ''
  | '1'
  | 's'
  | 'n'
  | 'v'
  | 'f'
  | 'k'
  | 'E'
  | 'U'
  | 'B'
  | 'T'
  | 't'
  | 'A'
  | 'o'
  | '&'
  | 'c'
  | 'X'
  | '?'
  | '('
  | ')'
  | '{'
  | '}'
  | '.'
  | ','
  | ':'
  | ';'
  | '\\';

/** Values are truncated to this many bytes, which is enough to recognise all words with a meaning. */
export const MAX_TOKEN_LENGTH = 31;

/** One token, in a slot that is used again and again. */
export interface SqlToken {
  type: SqlTokenType;
  /** At most `MAX_TOKEN_LENGTH` bytes, quotes not included. */
  text: ByteString;
  /** The quote before and after a string in the value; '' without one. */
  open: ByteString;
  close: ByteString;
  /** Number of leading `@` of a variable. */
  signs: number;
  /** Whether it is a word with which a phrase of several begins. */
  beginsPhrase: boolean;
}

export function emptyToken(): SqlToken {
  return { type: '', text: '', open: '', close: '', signs: 0, beginsPhrase: false };
}

export function copyToken(from: SqlToken, to: SqlToken): void {
  to.type = from.type;
  to.text = from.text;
  to.open = from.open;
  to.close = from.close;
  to.signs = from.signs;
  to.beginsPhrase = from.beginsPhrase;
}

/** `+ - ! ~ !! NOT` before an expression. */
export function isUnaryOperator(token: SqlToken): boolean {
  if (token.type !== 'o') return false;
  switch (token.text.length) {
    case 1:
      return token.text === '+' || token.text === '-' || token.text === '!' || token.text === '~';
    case 2:
      return token.text === '!!';
    case 3:
      return token.text.toLowerCase() === 'not';
    default:
      return false;
  }
}

export function isArithmeticOperator(token: SqlToken): boolean {
  return token.type === 'o' && token.text.length === 1 && '*/-+%'.includes(token.text);
}
