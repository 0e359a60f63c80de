import { Emitter } from '../automata/emitter.ts';
import { BuildCredit, FOUND, LazyDfa, MISSED, PAUSED, type RunResult } from '../automata/lazy-dfa.ts';
import { Nfa } from '../automata/nfa.ts';
import type { PausedRun } from '../automata/paused-run.ts';
import type { StepBudget } from '../budget/step-budget.ts';
import { Subject } from '../bytes/subject.ts';
import type { Node, RepeatNode } from '../syntax/ast.ts';
import { setSize } from '../syntax/byte-set.ts';
import { withoutStart } from '../syntax/search-form.ts';
import { CompiledPattern, freshBudget } from './pattern.ts';
import { NOT_BEGUN, SetProgress } from './set-progress.ts';
import type { Pattern, PatternSet } from './types.ts';

/** For callers with a string. */
const given = new Subject();
/** For scans that are not to be paused; each runs to its end before the next begins. */
const unpaused = new SetProgress();

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
 * to such a repetition, and is then asked itself. Where it begins with one, as `\A\S*require` does, every value would come to
 * it: there what follows is looked for, wherever it stands.
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
  private readonly whole: UnionPart;
  private readonly parts: readonly UnionPart[];
  private readonly trivial: readonly (readonly [number, CompiledPattern])[];
  private readonly credit = new BuildCredit();

  constructor(patterns: readonly Pattern[]) {
    const numbered = patterns.map((pattern, number): Member => {
      if (!(pattern instanceof CompiledPattern)) {
        throw new TypeError('a pattern set takes patterns made by compilePattern');
      }
      return { number, pattern, node: pattern.searchNode() };
    });
    this.size = numbered.length;
    this.trivial = numbered.filter(isTrivial).map(({ number, pattern }) => [number, pattern]);
    const members = numbered.filter((member) => !isTrivial(member));
    this.whole = new UnionPart(members, () => false);
    const count = Math.ceil(members.length / PATTERNS_PER_UNION);
    const perPart = Math.ceil(members.length / count);
    this.parts = Array.from(
      { length: count },
      (_, i) => new UnionPart(members.slice(i * perPart, (i + 1) * perPart), isSticky),
    );
  }

  scan(value: Subject | string, out: Uint32Array, budget: StepBudget = freshBudget()): void {
    unpaused.begin();
    this.resume(typeof value === 'string' ? given.ofText(value) : value, out, budget, unpaused, false);
  }

  scanInSlices(subject: Subject, out: Uint32Array, budget: StepBudget, progress: SetProgress): boolean {
    return this.resume(subject, out, budget, progress, true);
  }

  private resume(
    subject: Subject,
    out: Uint32Array,
    budget: StepBudget,
    progress: SetProgress,
    mayPause: boolean,
  ): boolean {
    if (progress.stage === NOT_BEGUN) {
      for (; progress.trivial < this.trivial.length; progress.trivial++) {
        const [i, pattern] = this.trivial[progress.trivial]!;
        const occurs = pattern.testInSlices(subject.text, budget, mayPause ? progress.single : null);
        if (occurs === null) return false;
        if (occurs) out[i >> 5]! |= 1 << (i & 31);
      }
      progress.trivial = 0;
      this.whole.begin(progress);
      progress.stage = 0;
    }
    if (progress.stage === 0) {
      const result = this.whole.tryScan(subject, out, this.credit, budget, progress, mayPause);
      if (result === PAUSED) return false;
      if (result !== MISSED) {
        progress.stage = NOT_BEGUN;
        return true;
      }
      this.beginPart(1, progress);
    }
    while (progress.stage <= this.parts.length) {
      if (!this.parts[progress.stage - 1]!.scan(subject, out, budget, progress, mayPause)) return false;
      this.beginPart(progress.stage + 1, progress);
    }
    progress.stage = NOT_BEGUN;
    return true;
  }

  private beginPart(stage: number, progress: SetProgress): void {
    progress.stage = stage;
    this.parts[stage - 1]?.begin(progress);
  }
}

/** `.` or `[^a-z]` would be found at almost every byte and keep the automaton from its hot loop. */
function isTrivial({ node }: Member): boolean {
  return node.type === 'set' || node.type === 'empty';
}

/** One automaton; patterns that are found there only roughly (cut short, or not linear) are then asked themselves. */
class UnionPart {
  private readonly dfa: LazyDfa;
  private readonly patterns: readonly CompiledPattern[];
  /** The number of each pattern in the whole set. */
  private readonly numbers: readonly number[];
  /** Bits of the patterns that must be asked. */
  private readonly rough: Uint32Array;
  private readonly words: number;

  constructor(members: readonly Member[], cutAt: (node: RepeatNode) => boolean) {
    const words = (members.length + 31) >>> 5;
    this.numbers = members.map(({ number }) => number);
    this.patterns = members.map(({ pattern }) => pattern);
    this.rough = new Uint32Array(words);
    this.words = words;
    const emitter = new Emitter({ cutAt });
    members.forEach(({ pattern, node }, i) => {
      const sought = withoutStart(node, cutAt);
      const whole = emitter.addPattern(sought, i);
      if (!whole || sought !== node || !pattern.linear) {
        this.rough[i >> 5]! |= 1 << (i & 31);
      }
    });
    this.dfa = new LazyDfa(new Nfa(emitter.program(), members.length));
  }

  begin(progress: SetProgress): void {
    progress.clearFound(this.words);
    progress.reporting = false;
  }

  /** False: paused. */
  scan(
    subject: Subject,
    out: Uint32Array,
    budget: StepBudget,
    progress: SetProgress,
    mayPause: boolean,
  ): boolean {
    if (!progress.reporting) {
      if (!this.dfa.scan(subject, progress.found, budget, mayPause ? progress.run : null)) return false;
      progress.reporting = true;
    }
    return this.reportAll(subject, out, budget, progress, mayPause);
  }

  tryScan(
    subject: Subject,
    out: Uint32Array,
    credit: BuildCredit,
    budget: StepBudget,
    progress: SetProgress,
    mayPause: boolean,
  ): RunResult {
    if (!progress.reporting) {
      const { found, run } = progress;
      const result = this.dfa.tryScan(subject, found, credit, budget, mayPause ? run : null);
      if (result === MISSED || result === PAUSED) return result;
      progress.reporting = true;
    }
    return this.reportAll(subject, out, budget, progress, mayPause) ? FOUND : PAUSED;
  }

  private reportAll(
    subject: Subject,
    out: Uint32Array,
    budget: StepBudget,
    progress: SetProgress,
    mayPause: boolean,
  ): boolean {
    const { found } = progress;
    for (let word = 0; word < this.words; word++) {
      while (found[word] !== 0) {
        const bits = found[word]!;
        const bit = 31 - Math.clz32(bits & -bits);
        if (!this.report(subject, word * 32 + bit, out, budget, mayPause ? progress.single : null))
          return false;
        found[word] = bits & (bits - 1);
      }
    }
    return true;
  }

  /** Tells of one pattern, if it occurs; false: paused. */
  private report(
    subject: Subject,
    local: number,
    out: Uint32Array,
    budget: StepBudget,
    pause: PausedRun | null,
  ): boolean {
    if (((this.rough[local >> 5]! >>> (local & 31)) & 1) !== 0) {
      const occurs = this.patterns[local]!.testInSlices(subject.text, budget, pause);
      if (occurs !== true) return occurs === false;
    }
    const index = this.numbers[local]!;
    out[index >> 5]! |= 1 << (index & 31);
    return true;
  }
}
