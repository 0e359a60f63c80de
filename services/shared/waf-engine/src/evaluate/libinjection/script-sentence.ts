/**
 * Tells texts that name a call of a script from scripts. A browser reads a script to its end before it runs any of it, wherever a value
 * is put into it: as code, or behind a quote that ends a text of it. Three words in a row that are no words of the language, one behind a
 * text or a number, a text that does not end in its line, or the sign of a heading are syntax errors in each. Markup, handlers, addresses with code and
 * escapes are read by others first, so a value with any of them is no prose.
 */
import type { ByteString } from '../../model/api.ts';
import { isOfSentences } from './sentence-words.ts';

/** Longer ones are not asked. */
const MAX_PROSE = 16 * 1024;
/** Distance to the sentence; texts of people have one in their first lines. */
const MAX_DISTANCE = 2048;
const FOR_OTHER_READERS = /\\|<[a-z!/?%]|&#?\w+;|\$\{|\{\{|\bon[a-z]+\s*=|(?:script|data|code)\s*:|-->/i;
/** Behind which code begins, in a text, a template or a comment of a script. */
const ENDS = ["'", '"', '`', '\n', '*/'] as const;
/** Without any of these nothing is called, and nothing gets another value. */
const DOES_SOMETHING = /[(`=[]|\bimport\b/;

/** What stands before or between operands, or begins a statement: what follows goes on with it. */
const OF_SCRIPTS = new Set(
  `accessor as assert async await break case catch class const continue debugger default defer delete do else enum export extends false
  finally for from function get if implements import in instanceof interface let meta new null of package private protected public
  return set static super switch target this throw true try type typeof undefined using var void while with yield`.split(
    /\s+/,
  ),
);
const BLANKS = /[ \t\v\f\xa0]*/y;
const WORD = /[A-Za-z_$\x80-\xff][\w$\x80-\xff]*/y;
const NUMBER = /[0-9][\w.]*/y;
const QUOTE = /['"`]/;
const OPERAND_ENDS = /[\w$\x80-\xff]/;
const IN_NAME = /[A-Za-z_$]/;
const ENOUGH_OPERANDS = 3;
const ENOUGH_WEIGHT = 5;

export function isScriptProse(value: ByteString): boolean {
  if (value.length > MAX_PROSE || FOR_OTHER_READERS.test(value)) return false;
  if (!new Script(value, 0).isBroken()) return false;
  return ENDS.every((end) => {
    const at = value.indexOf(end);
    return at < 0 || new Script(value, at + end.length).isBroken();
  });
}

/** Undefined: nothing is decided yet. */
type Verdict = boolean | undefined;

class Script {
  private operands: number;
  private weight: number;
  private isBehindText: boolean;
  private at: number;
  private readonly end: number;
  private readonly value: ByteString;

  constructor(value: ByteString, start: number) {
    this.value = value;
    this.at = start;
    this.end = Math.min(value.length, start + MAX_DISTANCE);
    this.isBehindText = start > 0 && QUOTE.test(value[start - 1]!);
    this.operands = this.isBehindText ? 1 : 0;
    this.weight = this.operands;
  }

  isBroken(): boolean {
    if (!DOES_SOMETHING.test(this.value.slice(this.at))) return true;
    for (;;) {
      this.at = this.past(BLANKS);
      if (this.at >= this.end) return false;
      const verdict = this.token();
      if (verdict !== undefined) return verdict;
    }
  }

  private token(): Verdict {
    const sign = this.value[this.at]!;
    const wordEnd = this.past(WORD);
    if (wordEnd > this.at) return this.word(wordEnd);
    const numberEnd = this.past(NUMBER);
    if (numberEnd > this.at) return this.literal(numberEnd);
    switch (sign) {
      case "'":
      case '"':
        return this.text(sign);
      case '`':
        return this.template();
      case '/':
        return this.slash();
      case '#':
        // Names of members that are private begin with it, and nothing else.
        return !IN_NAME.test(this.value[this.at + 1] ?? '$') || this.restart(0);
      default:
        return this.restart(sign === ')' || sign === ']' ? 1 : 0);
    }
  }

  private word(end: number): Verdict {
    const word = this.value.slice(this.at, end).toLowerCase();
    if (!OF_SCRIPTS.has(word)) return this.isBehindText || this.operand(end, isOfSentences(word) ? 2 : 1);
    this.at = end - 1;
    return this.restart(0);
  }

  private text(quote: string): Verdict {
    const end = this.value.indexOf(quote, this.at + 1);
    const line = this.value.slice(this.at, end < 0 ? this.end : end).search(/[\r\n]/);
    if (line >= 0) return true;
    return end < 0 ? false : this.literal(end + 1);
  }

  private template(): Verdict {
    const end = this.value.indexOf('`', this.at + 1);
    return end < 0 ? false : this.literal(end + 1);
  }

  private literal(end: number): Verdict {
    const verdict = this.operand(end, 1);
    this.isBehindText = true;
    return verdict;
  }

  /** What begins with one behind anything but a name may be a pattern, in which quotes are signs like all others. */
  private slash(): Verdict {
    const next = this.value[this.at + 1];
    if (next === '/' || next === '*') {
      const end = this.value.indexOf(next === '/' ? '\n' : '*/', this.at + 2);
      if (end < 0) return false;
      this.at = next === '/' ? end : end + 2;
      return undefined;
    }
    const isDivision = this.operands > 0 && OPERAND_ENDS.test(this.value[this.at - 1] ?? '');
    return isDivision ? this.restart(0) : false;
  }

  private restart(operands: number): undefined {
    this.at++;
    this.isBehindText = false;
    this.operands = operands;
    this.weight = operands;
  }

  private operand(end: number, weight: number): Verdict {
    this.at = end;
    this.isBehindText = false;
    this.operands++;
    this.weight += weight;
    return this.operands >= ENOUGH_OPERANDS && this.weight >= ENOUGH_WEIGHT ? true : undefined;
  }

  private past(pattern: RegExp): number {
    pattern.lastIndex = this.at;
    return pattern.test(this.value) ? pattern.lastIndex : this.at;
  }
}
