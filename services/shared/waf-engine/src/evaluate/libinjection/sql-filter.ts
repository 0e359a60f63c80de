/**
 * Tells a filter, as lists, segments and feeds are asked for (`price > 5 AND (brand = 'Ash' OR stock in (1, 2))`), from a piece of a
 * statement. Each of its comparisons is one of a field with a value of its own, so it is true for nothing but what the field says:
 * nothing is called, asked from a table, compared with itself or cut off. Quotes around it are not asked about here.
 */
import type { ByteString } from '../../model/api.ts';
import { sqlWord } from './sql-words.ts';

/** Longer ones are nobody's filter. */
const MAX_FILTER = 2048;
const OPEN = /[ \t\r\n]*(?:not[ \t]+)?(?:\([ \t]*){0,8}/iy;
const FIELD = /[A-Za-z][\w-]{0,60}(?:\.[A-Za-z][\w-]{0,60}){0,4}/y;
const OPERATOR =
  /[ \t]*(?::?!?==?|:|<>|[<>]=?|!?~)[ \t]*|[ \t]+(?:eq|ne|gt|ge|lt|le|is|not[ \t]+like|i?like|starts?with|contains)[ \t]+/iy;
const VALUE =
  /(?:"([^"'`\\\r\n]{0,200})"|'([^"'`\\\r\n]{0,200})'|(-?\d{1,20}(?:\.\d{1,10})?)|([A-Za-z][\w-]{0,60}))(?![\w'"`(.])/y;
const LIST =
  /[ \t]+(?:not[ \t]+)?in[ \t]*\([ \t]*(?:"[^"'`\\\r\n]{1,200}"|'[^"'`\\\r\n]{1,200}'|-?\d{1,20}|[A-Za-z][\w-]{0,60})(?:[ \t]*,[ \t]*(?:"[^"'`\\\r\n]{1,200}"|'[^"'`\\\r\n]{1,200}'|-?\d{1,20}|[A-Za-z][\w-]{0,60})){0,40}[ \t]*\)/iy;
const BETWEEN = /[ \t]+between[ \t]+(\d{1,20})[ \t]+and[ \t]+(\d{1,20})(?!\w)/iy;
const CLOSE = /(?:[ \t]*\)){0,8}[ \t\r\n]*/y;
const JOINT = /(?:and|or)(?=[\s(])|&&|\|\|/iy;
/** What a database, and not a table of it, has by this name. */
const OF_DATABASES = new Set('database rownum sleep uid user version'.split(' '));
const HAS_LETTER = /[A-Za-z]/;
const IS_LIKE = /like/i;
/** Classes of words that stand for a value or a function wherever they are. */
const NO_FIELDS = new Set(['v', 'f', '1', 'E', 'T', 'U', 'B']);

export function isFilter(value: ByteString): boolean {
  return value.length <= MAX_FILTER && new Filter(value).isWhole();
}

class Filter {
  private at = 0;
  private depth = 0;
  private readonly value: ByteString;

  constructor(value: ByteString) {
    this.value = value;
  }

  isWhole(): boolean {
    do {
      if (!this.comparison()) return false;
    } while (this.depth >= 0 && this.take(JOINT) !== null);
    return this.depth === 0 && this.at === this.value.length;
  }

  private comparison(): boolean {
    this.depth += bracketsIn(this.take(OPEN)?.[0]);
    const field = this.take(FIELD)?.[0].toLowerCase();
    if (field === undefined || !isField(field) || !this.test(field)) return false;
    this.depth -= bracketsIn(this.take(CLOSE)?.[0]);
    return true;
  }

  private test(field: string): boolean {
    if (this.take(LIST) !== null) return true;
    const between = this.take(BETWEEN);
    if (between !== null) return Number(between[1]) < Number(between[2]);
    const operator = this.take(OPERATOR)?.[0];
    const value = operator === undefined ? null : this.take(VALUE);
    if (operator === undefined || value === null) return false;
    const [, double, single, , word] = value;
    if (word !== undefined) return word.toLowerCase() !== field && isField(word.toLowerCase());
    // `%` is like everything.
    return !IS_LIKE.test(operator) || HAS_LETTER.test(double ?? single ?? '');
  }

  private take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.value);
    if (found !== null) this.at = pattern.lastIndex;
    return found;
  }
}

const bracketsIn = (text = ''): number => text.length - text.replaceAll(/[()]/g, '').length;

function isField(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return !OF_DATABASES.has(last) && !NO_FIELDS.has(sqlWord(last)?.type ?? '');
}
