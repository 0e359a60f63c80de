/**
 * Folds a stream of SQL tokens to the at most five that characterise the statement: libinjection's method, in our own
 * code. Arithmetic becomes its first operand, lists their first element, signs are dropped, words are joined to
 * phrases: an attacker can add such parts at will.
 *
 *   1 + 2 - 3 UNION ALL SELECT a, b   →   1 U E n
 *
 * The folder holds up to eight tokens: `folded` of them are final, the others, up to `filled`, are being folded. A rule
 * that shortens the sequence restarts from the left, at most six tokens back, so the whole is linear.
 */
import {
  copyToken,
  emptyToken,
  isArithmeticOperator,
  isUnaryOperator,
  MAX_TOKEN_LENGTH,
  type SqlToken,
  type SqlTokenType,
} from './sql-token.ts';
import type { SqlTokenizer } from './sql-tokenizer.ts';
import { sqlWord } from './sql-words.ts';

/** A fingerprint has at most this many tokens; one more is read to understand the last. */
export const MAX_TOKENS = 5;

/** Words that are names by themselves, and functions before a parenthesis. */
const FUNCTIONS_BEFORE_PARENTHESIS: ReadonlySet<string> = new Set(
  (
    'user_id user_name database password user current_user current_date current_time current_timestamp localtime ' +
    'localtimestamp'
  ).split(' '),
);

const MERGING_FIRST: ReadonlySet<SqlTokenType> = new Set(['k', 'n', 'o', 'U', 'f', 'E', 'T', 't']);
const MERGING_SECOND: ReadonlySet<SqlTokenType> = new Set(['k', 'n', 'o', 'U', 'f', 'E', 'T', 't', '&']);
const AFTER_TYPE: ReadonlySet<SqlTokenType> = new Set(['n', '1', 't', '(', 'f', 'v', 's']);
const OPERAND: ReadonlySet<SqlTokenType> = new Set(['n', '1', 's', 'v']);
const OPERAND_OR_FUNCTION: ReadonlySet<SqlTokenType> = new Set(['n', '1', 's', 'v', 'f']);

/** `1+(1)`, `1,(1)`, `n=(1)`, `1),(1` and their like. */
const FOLDED_FIVE: ReadonlySet<string> = new Set(['1o(1)', '1,(1)', 'no(n)', 'no(1)', '1),(1', 'n)o(n']);

/** The next stage; a value may be read in several slices. */
const Stage = { Beginning: 0, Folding: 1, ReadingTwo: 2, ReadingThree: 3 } as const;
type Stage = (typeof Stage)[keyof typeof Stage];

export class SqlFolder {
  readonly tokens: readonly SqlToken[] = Array.from({ length: MAX_TOKENS + 3 }, emptyToken);

  /** How many tokens are left, once all is read. */
  count = 0;

  private readonly lastComment = emptyToken();
  private stage: Stage = Stage.Beginning;
  private filled = 0;
  private folded = 0;
  private more = true;

  /** Reads the tokenizer to its end, or as far as it matters. Returns how many tokens are left in `tokens`. */
  fold(tokenizer: SqlTokenizer): number {
    this.begin();
    this.advance(tokenizer, Number.POSITIVE_INFINITY);
    return this.count;
  }

  /** Before another value; `advance` follows. */
  begin(): void {
    this.filled = 0;
    this.folded = 0;
    this.more = true;
    this.stage = Stage.Beginning;
    this.count = 0;
    clear(this.lastComment);
  }

  /** As `fold`, up to about a position of the value. False: it has come there, and there is more to read. */
  advance(tokenizer: SqlTokenizer, until: number): boolean {
    if (this.stage === Stage.Beginning) {
      if (!this.skipBeginning(tokenizer, until)) return false;
      if (!this.more) return true;
      this.stage = Stage.Folding;
    }
    for (;;) {
      if (this.stage === Stage.Folding) {
        if (this.filled >= MAX_TOKENS) this.foldFive();
        if (!this.more || this.folded >= MAX_TOKENS) break;
        this.stage = Stage.ReadingTwo;
      }
      if (this.stage === Stage.ReadingTwo) {
        if (!this.read(tokenizer, 2, until)) return false;
        this.stage = Stage.Folding;
        if (!this.has(2)) continue;
        const outcome = this.foldTwo();
        if (outcome === 'evil') {
          this.count = this.folded + 2;
          return true;
        }
        if (outcome === 'again') continue;
        this.stage = Stage.ReadingThree;
      }
      if (!this.read(tokenizer, 3, until)) return false;
      this.stage = Stage.Folding;
      if (this.has(3) && !this.foldThree()) this.folded++;
    }
    let count = this.filled;
    if (count < MAX_TOKENS && this.lastComment.type === 'c')
      copyToken(this.lastComment, this.tokens[count++]!);
    this.count = Math.min(count, MAX_TOKENS);
    return true;
  }

  /**
   * Skips leading comments, opening parentheses, types and signs, which have no meaning. False: call again; afterwards
   * `#more` tells whether anything is left.
   */
  private skipBeginning(tokenizer: SqlTokenizer, until: number): boolean {
    const first = this.tokens[0]!;
    do {
      if (tokenizer.position >= until) return false;
      this.more = tokenizer.next(first);
    } while (
      this.more &&
      (first.type === 'c' || first.type === '(' || first.type === 't' || isUnaryOperator(first))
    );
    if (this.more) this.filled = 1;
    return true;
  }

  /**
   * Reads until `count` tokens are available, or none follow. Comments are left out; the last one is kept, in case it
   * ends the statement. False: call again.
   */
  private read(tokenizer: SqlTokenizer, count: number, until: number): boolean {
    while (this.more && this.filled <= MAX_TOKENS && this.filled - this.folded < count) {
      if (tokenizer.position >= until) return false;
      const token = this.tokens[this.filled]!;
      this.more = tokenizer.next(token);
      if (!this.more) break;
      if (token.type === 'c') {
        copyToken(token, this.lastComment);
      } else {
        clear(this.lastComment);
        this.filled++;
      }
    }
    return true;
  }

  /** If the value has ended before, all tokens that are there are final. */
  private has(count: number): boolean {
    if (this.filled - this.folded >= count) return true;
    this.folded = this.filled;
    return false;
  }

  /** Five tokens that are still only a value in parentheses, or a list of such. */
  private foldFive(): void {
    let types = '';
    for (let index = 0; index < MAX_TOKENS; index++) types += this.tokens[index]!.type;
    if (!FOLDED_FIVE.has(types)) return;
    if (this.filled > MAX_TOKENS) {
      copyToken(this.tokens[MAX_TOKENS]!, this.tokens[1]!);
      this.filled = 2;
    } else {
      this.filled = 1;
    }
    this.folded = 0;
  }

  /** Rules over the current two tokens. `next` if none applies, or none that ends the round. */
  private foldTwo(): 'again' | 'next' | 'evil' {
    const left = this.tokens[this.folded]!;
    const right = this.tokens[this.folded + 1]!;
    if ((left.type === 's' && right.type === 's') || (left.type === ';' && right.type === ';')) {
      return this.drop(1, this.folded);
    }
    if ((left.type === 'o' || left.type === '&') && (isUnaryOperator(right) || right.type === 't')) {
      return this.drop(1, 0);
    }
    if (left.type === '(' && isUnaryOperator(right)) return this.drop(1, Math.max(0, this.folded - 1));
    if (mergeWords(left, right)) return this.drop(1, Math.max(0, this.folded - 1));
    if (left.type === ';' && right.type === 'f' && right.text.slice(0, 2).toLowerCase() === 'if') {
      // IF is a function, but a statement in Transact-SQL.
      right.type = 'T';
      return 'again';
    }
    if (
      (left.type === 'n' || left.type === 'v') &&
      right.type === '(' &&
      FUNCTIONS_BEFORE_PARENTHESIS.has(left.text.toLowerCase())
    ) {
      left.type = 'f';
      return 'again';
    }
    if (left.type === 'k' && isWord(left, 'in', 'not in')) {
      left.type = right.type === '(' ? 'o' : 'n';
      return 'again';
    }
    if (left.type === 'o' && isWord(left, 'like', 'not like')) {
      if (right.type === '(') left.type = 'f';
      return 'next';
    }
    if (left.type === 't' && AFTER_TYPE.has(right.type)) {
      copyToken(right, left);
      return this.drop(1, 0);
    }
    if (left.type === 'A' && right.type === 'n') {
      // There are too many collations to list; all have an underscore in their names.
      if (right.text.includes('_')) {
        right.type = 't';
        this.folded = 0;
      }
      return 'next';
    }
    if (left.type === '\\') {
      if (isArithmeticOperator(right)) {
        // SQL Server reads `\%1` as `0 % 1`.
        left.type = '1';
        this.folded = 0;
        return 'again';
      }
      copyToken(right, left);
      return this.drop(1, 0);
    }
    if ((left.type === '(' && right.type === '(') || (left.type === ')' && right.type === ')')) {
      return this.drop(1, 0);
    }
    if (left.type === '{' && right.type === 'n') {
      // MySQL understands {``.``.id}, which no honest user writes; otherwise {word expression} is the expression.
      if (right.text === '') {
        right.type = 'X';
        return 'evil';
      }
      return this.drop(2, 0);
    }
    if (right.type === '}') return this.drop(1, 0);
    return 'next';
  }

  /** Rules over the current three tokens. True if one applied. */
  private foldThree(): boolean {
    const at = this.folded;
    const left = this.tokens[at]!;
    const middle = this.tokens[at + 1]!;
    const right = this.tokens[at + 2]!;
    if (left.type === '1' && middle.type === 'o' && right.type === '1') return this.dropped(2);
    if (left.type === 'o' && middle.type !== '(' && right.type === 'o') return this.dropped(2);
    if (left.type === '&' && right.type === '&') return this.dropped(2);
    if (
      left.type === 'v' &&
      middle.type === 'o' &&
      (right.type === 'v' || right.type === '1' || right.type === 'n')
    ) {
      return this.dropped(2);
    }
    if (
      (left.type === 'n' || left.type === '1') &&
      middle.type === 'o' &&
      (right.type === '1' || right.type === 'n')
    ) {
      return this.dropped(2);
    }
    if (OPERAND.has(left.type) && middle.type === 'o' && middle.text === '::' && right.type === 't') {
      return this.dropped(2);
    }
    if (OPERAND.has(left.type) && middle.type === ',' && OPERAND.has(right.type)) return this.dropped(2);
    if (isUnaryOperator(middle)) {
      const isStatement = left.type === 'E' || left.type === 'B';
      if ((isStatement || left.type === ',') && right.type === '(') return this.withoutMiddle();
      if ((isStatement || left.type === 'k') && OPERAND_OR_FUNCTION.has(right.type))
        return this.withoutMiddle();
      // `1,-1` is `1,1` and so `1`: go back before the comma.
      if (left.type === ',' && OPERAND.has(right.type)) {
        copyToken(right, middle);
        return this.dropped(3);
      }
      // But `1,-sin(1)` is `1,sin(1)`.
      if (left.type === ',' && right.type === 'f') return this.withoutMiddle();
    }
    if (left.type === 'n' && middle.type === '.' && right.type === 'n') return this.dropped(2);
    if (left.type === 'E' && middle.type === '.' && right.type === 'n') return this.withoutMiddle();
    // USER takes no arguments: with any it is somebody's own name.
    if (left.type === 'f' && middle.type === '(' && right.type !== ')' && isWord(left, 'user'))
      left.type = 'n';
    return false;
  }

  private drop(count: number, folded: number): 'again' {
    this.filled -= count;
    this.folded = folded;
    return 'again';
  }

  private dropped(count: number): true {
    this.drop(count, 0);
    return true;
  }

  private withoutMiddle(): true {
    copyToken(this.tokens[this.folded + 2]!, this.tokens[this.folded + 1]!);
    return this.dropped(1);
  }
}

function clear(token: SqlToken): void {
  token.type = '';
}

/** Joins two words that are one phrase, such as UNION ALL, in the first. */
function mergeWords(first: SqlToken, second: SqlToken): boolean {
  if (!first.beginsPhrase || !MERGING_FIRST.has(first.type) || !MERGING_SECOND.has(second.type)) return false;
  if (first.text.length + second.text.length + 1 > MAX_TOKEN_LENGTH) return false;
  const phrase = `${first.text} ${second.text}`;
  const known = sqlWord(phrase);
  if (known === undefined) return false;
  first.type = known.type;
  first.text = phrase;
  first.beginsPhrase = known.beginsPhrase;
  return true;
}

function isWord(token: SqlToken, ...words: readonly string[]): boolean {
  return words.includes(token.text.toLowerCase());
}
