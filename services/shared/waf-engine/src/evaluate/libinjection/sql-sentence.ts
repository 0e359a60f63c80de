/**
 * Looks for a sentence in code of SQL. A database reads a statement to its end before it runs any of it, so an attack does nothing
 * where words of a sentence stand behind it: three operands without an operator, a comma or a word of SQL between them are a syntax
 * error in every dialect. A comment hides the words behind it to the end of its line and no further, so lines of a report, a log or a
 * mail that follow an attack spoil it, too. What dialects read differently (backslashes, quotes without an end, `#`) and the end of a
 * statement leave the question open.
 */
import type { ByteString } from '../../model/api.ts';
import { isOfSentences } from './sentence-words.ts';
import { past, pastBlanks, pastNumber, pastWord } from './sql-condition.ts';

/** Distance to the sentence; texts of people have one in their first lines. */
const MAX_DISTANCE = 2048;
/**
 * Words of clauses beside the ones that are known everywhere: between operands they are no operands themselves.
 * Administrative statements are little else.
 */
const OF_CLAUSES = new Set(
  `absolute account action add admin after apply array authorization auto base breadth bernoulli cascaded characteristics cluster
  columns committed concurrently corresponding cube current cycle data day days definer depth dimension directory disk do document domain
  elements encrypted encryption error escaped exclude exclusive extended extension fast fields file filename final first following force
  format full generated global grouping hash header hour host identified identity immediate immutable include increment inherit
  init initially input instance insert invoker isolation json key label language last lateral level link local locked log login
  loop maintain map master match_recognize materialized measures member memory merge minute minvalue model modify month move name
  names next nocopy nocycle nologging none norecovery noreset nothing nulls object off online only ordinality others output overriding
  own owned owner parallel parameter parser partial passing password path percent permanent persist pivot plan plans policy
  position preceding preserve privileges procedural profile program public query quota quote raw rebuild recovery recursive ref
  relative remote remove repeatable replication reset resource respect result role rollup root rotate row rowcount rows rule sample
  schemabinding scn scroll search second security seed sequence serializable server service session sets shared sibling siblings simple
  skip source stable standalone statement statistics stdin stdout storage stored strict structure superuser synonym system system_time
  tables tablesample tablespace temp template temporary ties time timeout to total transaction transform translate treat trusted type
  types unbounded uncommitted unlimited unlogged unnest unpivot unsafe until upsert url validate validation valid value variable
  variables verbose version versions view views visible volatile wait window within without work wrapper write xml xmlnamespaces year
  yes zone`.split(/\s+/),
);
/** Quotes of Oracle's, that end in a sign of one's own. */
const OWN_QUOTES = new Set(['nq', 'q']);
const MEANS_ELSEWHERE = /['"`;\\]|\/\*/;
const IN_BRACKETS = /\[[^[\]'"`;\\\r\n]{1,128}\]/y;
const DOLLAR_QUOTE = /\$\w{0,40}\$/y;
const ENOUGH_OPERANDS = 3;
const ENOUGH_WEIGHT = 5;

/**
 * @param start place where code begins
 * @param isBehindText whether an operand ends there
 * @param isOfSql whether a word means something in any dialect
 */
export function holdsSentence(
  value: ByteString,
  start: number,
  isBehindText: boolean,
  isOfSql: (word: string) => boolean,
): boolean {
  return new Reading(value, start, isBehindText, isOfSql).holdsSentence();
}

/** Undefined: nothing is decided yet. */
type Verdict = boolean | undefined;

class Reading {
  private operands: number;
  private weight: number;
  private at: number;
  private readonly end: number;
  private readonly value: ByteString;
  private readonly isOfSql: (word: string) => boolean;

  constructor(value: ByteString, start: number, isBehindText: boolean, isOfSql: (word: string) => boolean) {
    this.value = value;
    this.at = start;
    this.end = Math.min(value.length, start + MAX_DISTANCE);
    this.operands = isBehindText ? 1 : 0;
    this.weight = this.operands;
    this.isOfSql = isOfSql;
  }

  holdsSentence(): boolean {
    for (;;) {
      this.at = pastBlanks(this.value, this.at);
      if (this.at >= this.end) return false;
      const verdict = this.token();
      if (verdict !== undefined) return verdict;
    }
  }

  private token(): Verdict {
    const sign = this.value[this.at]!;
    const next = this.value[this.at + 1];
    const end = pastWord(this.value, this.at);
    if (end > this.at) return this.word(end);
    if (sign >= '0' && sign <= '9') return this.number();
    if (sign === "'" || sign === '"' || sign === '`') return this.quoted(sign);
    if (sign === '#' || (sign === '-' && next === '-')) return this.lineComment();
    if (sign === '/' && next === '*') return this.comment();
    if (sign === '[') return this.bracket();
    const isOpen =
      sign === ';' || sign === '\\' || (sign === '$' && past(DOLLAR_QUOTE, this.value, this.at) > this.at);
    if (isOpen) return false;
    this.at++;
    return this.restart(sign === ')' ? 1 : 0);
  }

  private word(end: number): Verdict {
    const word = this.value.slice(this.at, end).toLowerCase();
    this.at = end;
    if (OWN_QUOTES.has(word) && this.value[end] === "'") return false;
    if (this.isOfSql(word) || OF_CLAUSES.has(word)) return this.restart(0);
    return this.operand(isOfSentences(word) ? 2 : 1);
  }

  private number(): Verdict {
    const end = pastNumber(this.value, this.at, this.isOfSql);
    // It runs into a word that goes on with the statement.
    if (end < 0) return false;
    this.at = end;
    return this.operand(1);
  }

  private quoted(sign: string): Verdict {
    let end = this.at;
    do {
      end = this.value.indexOf(sign, end + 1);
      if (end < 0 || end >= this.end) return false;
    } while (this.value[end + 1] === sign && ++end > 0);
    if (this.value.slice(this.at, end).includes('\\')) return false;
    this.at = end + 1;
    return this.operand(1);
  }

  /** `-- ` is one to all databases; what else begins one for some of them must hide nothing that could begin anything for the others. */
  private lineComment(): Verdict {
    const line = this.value.indexOf('\n', this.at);
    if (line < 0) return false;
    const isForAll = this.value[this.at] === '-' && (this.value[this.at + 2] ?? '') <= ' ';
    if (!isForAll && MEANS_ELSEWHERE.test(this.value.slice(this.at, line))) return false;
    this.at = line + 1;
    return undefined;
  }

  private comment(): Verdict {
    const end = this.value.indexOf('*/', this.at + 2);
    if (end < 0 || /^M?!|\/\*/.test(this.value.slice(this.at + 2, end))) return false;
    this.at = end + 2;
    return undefined;
  }

  private bracket(): Verdict {
    const end = past(IN_BRACKETS, this.value, this.at);
    if (end === this.at) return false;
    this.at = end;
    return this.operand(1);
  }

  private restart(operands: number): undefined {
    this.operands = operands;
    this.weight = operands;
  }

  private operand(weight: number): Verdict {
    this.operands++;
    this.weight += weight;
    return this.operands >= ENOUGH_OPERANDS && this.weight >= ENOUGH_WEIGHT ? true : undefined;
  }
}
