import { Emitter } from './emitter.ts';
import { LazyDfa } from './lazy-dfa.ts';
import { Nfa } from './nfa.ts';
import { CompiledPattern, freshBudget } from './pattern.ts';
import type { StepBudget } from './step-budget.ts';
import type { Pattern, PatternSet } from './types.ts';

/** Many patterns in one automaton; those that are not linear are found roughly there and then asked themselves. */
export class UnionSet implements PatternSet {
  readonly size: number;
  readonly #dfa: LazyDfa;
  readonly #verify: readonly (readonly [number, CompiledPattern])[];
  readonly #rough: Uint32Array;

  constructor(patterns: readonly Pattern[]) {
    this.size = patterns.length;
    const emitter = new Emitter(false);
    const verify: [number, CompiledPattern][] = [];
    patterns.forEach((pattern, i) => {
      if (!(pattern instanceof CompiledPattern)) {
        throw new TypeError('a pattern set takes patterns made by compilePattern');
      }
      emitter.addPattern(pattern.searchNode, i);
      if (!pattern.linear) {
        verify.push([i, pattern]);
      }
    });
    this.#verify = verify;
    this.#rough = new Uint32Array((patterns.length + 31) >>> 5);
    this.#dfa = new LazyDfa(new Nfa(emitter.program(), patterns.length));
  }

  get stateCount(): number {
    return this.#dfa.stateCount;
  }

  scan(subject: string, out: Uint32Array, budget: StepBudget = freshBudget()): void {
    if (this.#verify.length === 0) {
      this.#dfa.scan(subject, out, budget);
      return;
    }
    const rough = this.#rough;
    rough.fill(0);
    this.#dfa.scan(subject, rough, budget);
    for (const [i, pattern] of this.#verify) {
      const bit = 1 << (i & 31);
      if ((rough[i >> 5]! & bit) !== 0 && !pattern.test(subject, budget)) {
        rough[i >> 5]! &= ~bit;
      }
    }
    for (let i = 0; i < rough.length; i++) {
      out[i]! |= rough[i]!;
    }
  }
}
