import type { Cursor } from './cursor.ts';

/** PCRE2's limit. */
const MAX_REPEAT = 65_535;

/** Whether a quantifier stands at the cursor. */
export function startsQuantifier(cursor: Cursor): boolean {
  const char = cursor.peek();
  return char === '*' || char === '+' || char === '?' || (char === '{' && peekBraces(cursor) !== null);
}

/** What a quantifier says, which must be there: least and most. */
export function readCounts(cursor: Cursor): readonly [number, number] {
  if (cursor.take('*')) {
    return [0, Infinity];
  }
  if (cursor.take('+')) {
    return [1, Infinity];
  }
  if (cursor.take('?')) {
    return [0, 1];
  }
  const braces = peekBraces(cursor)!;
  cursor.position += braces[0].length;
  const min = Number(braces[1]);
  const max = braces[2] === undefined ? min : braces[2] === '' ? Infinity : Number(braces[2]);
  if (min > MAX_REPEAT || (max > MAX_REPEAT && max !== Infinity)) {
    cursor.fail('number too big in a {} quantifier');
  }
  if (min > max) {
    cursor.fail('numbers out of order in a {} quantifier');
  }
  return [min, max];
}

/** `{n}`, `{n,}`, `{n,m}`; anything else that begins with a brace is literal. */
function peekBraces(cursor: Cursor): readonly [string, string, string | undefined] | null {
  const braces = /\{(\d+)(?:,(\d*))?\}/y;
  braces.lastIndex = cursor.position;
  return braces.exec(cursor.text) as unknown as readonly [string, string, string | undefined] | null;
}
