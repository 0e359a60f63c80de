/** A syntax error in an expression, with its position in characters, from 0. */
export class ExpressionError extends Error {
  readonly offset: number;

  constructor(message: string, offset: number) {
    super(message);
    this.name = 'ExpressionError';
    this.offset = offset;
  }
}

export interface Token {
  readonly kind: 'word' | 'text' | 'sign' | 'end';
  /** For a string its content, without quotes and escapes. */
  readonly text: string;
  readonly offset: number;
}

/** More than any expression of as many conditions as a rule may have. */
export const MAX_EXPRESSION = 100_000;
const SIGNS = '(){}[],';
const BLANK = /\s/;
/** Names of fields and operators, and values that need no quotes: numbers, addresses, networks, country codes. */
const WORD = /[\w./:-]/;

/** @throws ExpressionError */
export function tokensOf(expression: string): Token[] {
  if (expression.length > MAX_EXPRESSION)
    throw new ExpressionError('This expression is too long', MAX_EXPRESSION);
  const tokens: Token[] = [];
  for (let offset = 0; offset < expression.length; ) {
    const character = expression[offset]!;
    if (BLANK.test(character)) offset++;
    else if (SIGNS.includes(character)) tokens.push({ kind: 'sign', text: character, offset: offset++ });
    else if (character === '"') {
      const { text, end } = textAt(expression, offset);
      tokens.push({ kind: 'text', text, offset });
      offset = end;
    } else if (WORD.test(character)) {
      let end = offset + 1;
      while (end < expression.length && WORD.test(expression[end]!)) end++;
      tokens.push({ kind: 'word', text: expression.slice(offset, end), offset });
      offset = end;
    } else throw new ExpressionError(`${character} has no meaning here; put texts in quotes`, offset);
  }
  tokens.push({ kind: 'end', text: '', offset: expression.length });
  return tokens;
}

function textAt(expression: string, offset: number): { text: string; end: number } {
  const parts: string[] = [];
  for (let at = offset + 1; at < expression.length; at++) {
    const character = expression[at]!;
    if (character === '"') return { text: parts.join(''), end: at + 1 };
    if (character !== '\\') parts.push(character);
    else if (expression[at + 1] === '"' || expression[at + 1] === '\\') parts.push(expression[++at]!);
    // A backslash before anything else is one: patterns are full of them.
    else parts.push(character);
  }
  throw new ExpressionError('This text has no end: a quote is missing', offset);
}

export const quoted = (text: string): string => `"${text.replace(/[\\"]/g, '\\$&')}"`;
