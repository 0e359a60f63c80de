import type { Token } from '../../model/ast.ts';
import type { LogicalLine } from '../../model/logical-line.ts';

/** Position of character `index` of the token's value in its logical line. */
export function offsetInLine(token: Token, index: number): number {
  let offset = token.offset + index;
  for (const dropped of token.dropped) if (dropped <= index) offset++;
  return offset;
}

const BLANK = /[ \t\r\v\f]/;

/**
 * Words are separated by blanks; a word may be in double or single quotes. Inside quotes a backslash before the same
 * quote is dropped; every other backslash stays, because it belongs to a pattern.
 */
export function tokenize(line: LogicalLine): Token[] {
  const { text } = line;
  const tokens: Token[] = [];
  let index = 0;
  while (true) {
    while (index < text.length && BLANK.test(text[index]!)) index++;
    if (index >= text.length) return tokens;
    const quote = text[index] === '"' || text[index] === "'" ? text[index]! : null;
    const start = quote === null ? index : index + 1;
    const dropped: number[] = [];
    let value = '';
    index = start;
    while (index < text.length && (quote === null ? !BLANK.test(text[index]!) : text[index] !== quote)) {
      if (quote !== null && text[index] === '\\' && text[index + 1] === quote) {
        dropped.push(value.length);
        index++;
      } else if (quote !== null && text[index] === '\\' && index + 1 < text.length) {
        value += text[index]!;
        index++;
      }
      value += text[index]!;
      index++;
    }
    if (quote !== null) {
      if (index >= text.length) throw line.error('seclang_syntax', `missing closing ${quote}`, start - 1);
      index++;
      if (index < text.length && !BLANK.test(text[index]!)) {
        throw line.error('seclang_syntax', `blank expected after closing ${quote}`, index);
      }
    }
    tokens.push({ value, offset: start, dropped });
  }
}
