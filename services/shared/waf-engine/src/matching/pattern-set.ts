import type { RepeatNode } from './ast.ts';
import { setSize } from './byte-set.ts';
import { Emitter } from './emitter.ts';
import { LazyDfa } from './lazy-dfa.ts';
import { Nfa } from './nfa.ts';
import { CompiledPattern, freshBudget } from './pattern.ts';
import type { StepBudget } from './step-budget.ts';
import type { Pattern, PatternSet } from './types.ts';

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

/** Many patterns, in a few automata. */
export class UnionSet implements PatternSet {
  readonly size: number;
  readonly #parts: readonly UnionPart[];

  constructor(patterns: readonly Pattern[]) {
    const compiled = patterns.map((pattern) => {
      if (!(pattern instanceof CompiledPattern)) {
        throw new TypeError('a pattern set takes patterns made by compilePattern');
      }
      return pattern;
    });
    this.size = compiled.length;
    const count = Math.max(1, Math.ceil(compiled.length / PATTERNS_PER_UNION));
    const perPart = Math.ceil(compiled.length / count);
    this.#parts = Array.from({ length: count }, (_, i) => {
      const first = i * perPart;
      return new UnionPart(compiled.slice(first, first + perPart), first);
    });
  }

  scan(subject: string, out: Uint32Array, budget: StepBudget = freshBudget()): void {
    for (const part of this.#parts) {
      part.scan(subject, out, budget);
    }
  }
}

/** One automaton; patterns that are found there only roughly (cut short, or not linear) are then asked themselves. */
class UnionPart {
  readonly #first: number;
  readonly #dfa: LazyDfa;
  readonly #patterns: readonly CompiledPattern[];
  /** Bits of the patterns that must be asked. */
  readonly #rough: Uint32Array;
  readonly #found: Uint32Array;

  /** `first`: the number of the first pattern in the whole set. */
  constructor(patterns: readonly CompiledPattern[], first: number) {
    const words = (patterns.length + 31) >>> 5;
    this.#first = first;
    this.#patterns = patterns;
    this.#rough = new Uint32Array(words);
    this.#found = new Uint32Array(words);
    const emitter = new Emitter({ cutAt: isSticky });
    patterns.forEach((pattern, i) => {
      const whole = emitter.addPattern(pattern.searchNode, i);
      if (!whole || !pattern.linear) {
        this.#rough[i >> 5]! |= 1 << (i & 31);
      }
    });
    this.#dfa = new LazyDfa(new Nfa(emitter.program(), patterns.length));
  }

  scan(subject: string, out: Uint32Array, budget: StepBudget): void {
    const found = this.#found;
    found.fill(0);
    this.#dfa.scan(subject, found, budget);
    for (let word = 0; word < found.length; word++) {
      const bits = found[word]!;
      if (bits !== 0) {
        this.#report(subject, word, bits, out, budget);
      }
    }
  }

  #report(subject: string, word: number, found: number, out: Uint32Array, budget: StepBudget): void {
    const rough = this.#rough[word]!;
    for (let bits = found; bits !== 0; bits &= bits - 1) {
      const bit = 31 - Math.clz32(bits & -bits);
      const local = word * 32 + bit;
      const sure = ((rough >>> bit) & 1) === 0 || this.#patterns[local]!.test(subject, budget);
      if (sure) {
        const index = this.#first + local;
        out[index >> 5]! |= 1 << (index & 31);
      }
    }
  }
}
