import type { Node, RepeatNode } from './ast.ts';
import { setSize } from './byte-set.ts';
import { Emitter } from './emitter.ts';
import { BuildCredit, LazyDfa } from './lazy-dfa.ts';
import { Nfa } from './nfa.ts';
import { CompiledPattern, freshBudget } from './pattern.ts';
import type { StepBudget } from './step-budget.ts';
import { Subject } from './subject.ts';
import type { Pattern, PatternSet } from './types.ts';

/** For callers with a string. */
const given = new Subject();

/** A repetition of this many different bytes, this often, goes on through most of any text: `\w+`, `.*`, `[^'"]{1,50}`. */
const STICKY_BYTES = 50;
const STICKY_REPEATS = 8;
/**
 * Patterns that share an automaton. More of them need fewer passes, but multiply states: on forms and texts, CRS's 181
 * patterns for arguments need 17,600 states in one automaton, 12,000 in three.
 */
const PATTERNS_PER_UNION = 64;

/**
 * Patterns such as `select.*from` make a union explode: once `.*` is entered it is never left, and every combination of
 * patterns that have come so far is a state of its own. So in the union a pattern counts as *possibly* found when it comes
 * to such a repetition, and is then asked itself.
 */
function isSticky(node: RepeatNode): boolean {
  return node.max >= STICKY_REPEATS && (node.body.type !== 'set' || setSize(node.body.set) >= STICKY_BYTES);
}

interface Member {
  /** Its number in the whole set. */
  readonly number: number;
  readonly pattern: CompiledPattern;
  /** What to search for. */
  readonly node: Node;
}

/**
 * Many patterns. There are two ways to find them, with the same answer:
 * - one automaton of all patterns, uncut: one pass, but on varied text its states never end. It may build states only on
 *   credit, so it serves what recurs: headers, names, short values;
 * - where it misses a state, a few automata of cut patterns, which hold their states, and single patterns asked after them.
 */
export class UnionSet implements PatternSet {
  readonly size: number;
  readonly #whole: UnionPart;
  readonly #parts: readonly UnionPart[];
  readonly #trivial: readonly (readonly [number, CompiledPattern])[];
  readonly #credit = new BuildCredit();

  constructor(patterns: readonly Pattern[]) {
    const numbered = patterns.map((pattern, number): Member => {
      if (!(pattern instanceof CompiledPattern)) {
        throw new TypeError('a pattern set takes patterns made by compilePattern');
      }
      return { number, pattern, node: pattern.searchNode() };
    });
    this.size = numbered.length;
    this.#trivial = numbered.filter(isTrivial).map(({ number, pattern }) => [number, pattern]);
    const members = numbered.filter((member) => !isTrivial(member));
    this.#whole = new UnionPart(members, () => false);
    const count = Math.ceil(members.length / PATTERNS_PER_UNION);
    const perPart = Math.ceil(members.length / count);
    this.#parts = Array.from(
      { length: count },
      (_, i) => new UnionPart(members.slice(i * perPart, (i + 1) * perPart), isSticky),
    );
  }

  traitsIfNothing(subject: Subject, traitsOfByte: Int32Array, budget: StepBudget): number {
    return this.#trivial.length > 0 ? 0 : this.#whole.traitsIfNothing(subject, traitsOfByte, budget);
  }

  scan(value: Subject | string, out: Uint32Array, budget: StepBudget = freshBudget()): void {
    const subject = typeof value === 'string' ? given.ofText(value) : value;
    for (let at = 0; at < this.#trivial.length; at++) {
      const [i, pattern] = this.#trivial[at]!;
      if (pattern.test(subject.text, budget)) {
        out[i >> 5]! |= 1 << (i & 31);
      }
    }
    if (!this.#whole.tryScan(subject, out, this.#credit, budget)) {
      for (const part of this.#parts) {
        part.scan(subject, out, budget);
      }
    }
  }
}

/** `.` or `[^a-z]` would be found at almost every byte and keep the automaton from its hot loop. */
function isTrivial({ node }: Member): boolean {
  return node.type === 'set' || node.type === 'empty';
}

/** One automaton; patterns that are found there only roughly (cut short, or not linear) are then asked themselves. */
class UnionPart {
  readonly #dfa: LazyDfa;
  readonly #patterns: readonly CompiledPattern[];
  /** The number of each pattern in the whole set. */
  readonly #numbers: readonly number[];
  /** Bits of the patterns that must be asked. */
  readonly #rough: Uint32Array;
  readonly #found: Uint32Array;

  constructor(members: readonly Member[], cutAt: (node: RepeatNode) => boolean) {
    const words = (members.length + 31) >>> 5;
    this.#numbers = members.map(({ number }) => number);
    this.#patterns = members.map(({ pattern }) => pattern);
    this.#rough = new Uint32Array(words);
    this.#found = new Uint32Array(words);
    const emitter = new Emitter({ cutAt });
    members.forEach(({ pattern, node }, i) => {
      const whole = emitter.addPattern(node, i);
      if (!whole || !pattern.linear) {
        this.#rough[i >> 5]! |= 1 << (i & 31);
      }
    });
    this.#dfa = new LazyDfa(new Nfa(emitter.program(), members.length));
  }

  scan(subject: Subject, out: Uint32Array, budget: StepBudget): void {
    this.#found.fill(0);
    this.#dfa.scan(subject, this.#found, budget);
    this.#reportAll(subject, out, budget);
  }

  /** A pattern that is only roughly found does not occur where even that is not found. */
  traitsIfNothing(subject: Subject, traitsOfByte: Int32Array, budget: StepBudget): number {
    return this.#dfa.traitsIfNothing(subject, traitsOfByte, budget);
  }

  tryScan(subject: Subject, out: Uint32Array, credit: BuildCredit, budget: StepBudget): boolean {
    const found = this.#found;
    for (let word = 0; word < found.length; word++) {
      found[word] = 0;
    }
    if (!this.#dfa.tryScan(subject, found, credit, budget)) {
      return false;
    }
    this.#reportAll(subject, out, budget);
    return true;
  }

  #reportAll(subject: Subject, out: Uint32Array, budget: StepBudget): void {
    const found = this.#found;
    for (let word = 0; word < found.length; word++) {
      const bits = found[word]!;
      if (bits !== 0) {
        this.#report(subject, word, bits, out, budget);
      }
    }
  }

  #report(subject: Subject, word: number, found: number, out: Uint32Array, budget: StepBudget): void {
    const rough = this.#rough[word]!;
    for (let bits = found; bits !== 0; bits &= bits - 1) {
      const bit = 31 - Math.clz32(bits & -bits);
      const local = word * 32 + bit;
      const sure = ((rough >>> bit) & 1) === 0 || this.#patterns[local]!.test(subject.text, budget);
      if (sure) {
        const index = this.#numbers[local]!;
        out[index >> 5]! |= 1 << (index & 31);
      }
    }
  }
}
