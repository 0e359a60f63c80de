import { Backtracker, GAVE_UP } from '../automata/backtracker.ts';
import { Emitter } from '../automata/emitter.ts';
import { FOUND, LazyDfa, PAUSED } from '../automata/lazy-dfa.ts';
import { Locator, PausedLocating } from '../automata/locator.ts';
import { Nfa } from '../automata/nfa.ts';
import { PausedRun } from '../automata/paused-run.ts';
import { PikeMachine } from '../automata/pike.ts';
import type { Program } from '../automata/program.ts';
import { DEFAULT_DFA_LIMITS, type DfaLimits } from '../automata/state-table.ts';
import type { TextAutomaton } from '../automata/text-automaton.ts';
import { unloop } from '../automata/unloop.ts';
import { StepBudget } from '../budget/step-budget.ts';
import { needsBacktracking } from '../syntax/analysis.ts';
import type { Node } from '../syntax/ast.ts';
import { parsePattern } from '../syntax/parser.ts';
import type { PatternOptions } from '../syntax/pattern-options.ts';
import { trimEnd, trimForSearch, withoutCaptures } from '../syntax/search-form.ts';
import { simplify } from '../syntax/simplify.ts';
import { PatternLanguage } from './pattern-language.ts';
import type { MatchSpan, Pattern } from './types.ts';

/** Largest table of visited pairs, in bits; above it captures are found by Pike's machine. 512 KB. */
const MAX_MEMO_BITS = 4 * 1024 * 1024;
/** The bounded matcher has no such alternative; above this it goes without remembering, under its step limit. */
const MAX_BOUNDED_MEMO_BITS = 32 * 1024 * 1024;

/** Trying the starts in a longer subject takes long enough to pause meanwhile. */
const LONG = 16 * 1024;
/** What it takes to try one start, beside its bytes: many end at their second. */
const STEPS_PER_START = 8;

/**
 * A pattern with the machines that answer for it, each made when first needed:
 * a lazy DFA decides whether there is a match, a locator where it begins, a second DFA where it ends, and a backtracker that
 * never repeats itself (or Pike's machine, for long matches) what the groups hold.
 */
export class CompiledPattern implements Pattern {
  readonly source: string;
  readonly groupCount: number;
  readonly linear: boolean;
  /** What a byte may cost at worst, in threads. */
  readonly instructionCount: number;
  private readonly node: Node;
  private readonly states: DfaLimits;
  private dfa: LazyDfa | null = null;
  private locator: Locator | null = null;
  private ends: LazyDfa | null = null;
  private program: Program | null = null;
  private backtracker: Backtracker | null = null;
  private pike: PikeMachine | null = null;

  /** @param options with `states`, how much each of the pattern's automata may remember */
  constructor(source: string, options: PatternOptions & { readonly states?: DfaLimits }) {
    const parsed = parsePattern(source, options);
    this.node = simplify(parsed.root);
    this.source = source;
    this.groupCount = parsed.groupCount;
    this.linear = !needsBacktracking(this.node);
    this.states = options.states ?? DEFAULT_DFA_LIMITS;
    // Whether the instructions are too many is to be known now, though most patterns never need them.
    this.instructionCount = emit(this.node).ops.length;
  }

  /** Makes the automata that `test` and `find` need, which otherwise their first calls do. */
  prepare(): void {
    this.searchDfa.test('', 0, freshBudget());
    if (!this.linear) return;
    this.endFinder.findEnd('', 0, freshBudget());
    this.startLocator.locate('', 0, freshBudget());
  }

  /** The tree in the form for searching; for patterns that are not linear it may match more than the pattern. */
  searchNode(): Node {
    return trimForSearch(withoutCaptures(this.node));
  }

  /** All texts in which it occurs; for patterns that are not linear also others. */
  language(limits: DfaLimits): TextAutomaton {
    return new PatternLanguage(automatonOf(this.searchNode()), limits);
  }

  test(subject: string, budget: StepBudget = freshBudget()): boolean {
    return this.testInSlices(subject, budget, null)!;
  }

  /** As `test`. Null if paused, which can be only with `pause`: then to be called again with the same. */
  testInSlices(subject: string, budget: StepBudget, pause: PausedRun | null): boolean | null {
    if (pause === null || pause.search === null) {
      const result = this.searchDfa.test(subject, 0, budget, pause);
      if (result !== FOUND) return result === PAUSED ? null : false;
      if (this.linear) return true;
      if (pause === null || subject.length <= LONG) return this.execBounded(subject, 0, budget) !== null;
      pause.search = this.boundedInSlices(subject, 0, budget);
    }
    const answer = pause.search.next();
    if (answer.done !== true) return null;
    pause.search = null;
    return answer.value !== null;
  }

  find(subject: string, from = 0, budget: StepBudget = freshBudget()): MatchSpan | null {
    if (from > subject.length || this.searchDfa.test(subject, from, budget) !== FOUND) {
      return null;
    }
    if (!this.linear) {
      const match = this.execBounded(subject, from, budget);
      return match && { start: match[0]!, end: match[1]! };
    }
    return this.findSpan(subject, from, budget);
  }

  /**
   * Tries one start after another, which is quick where most fail at their first bytes; once that has cost more than a
   * pass over the subject, the locator, which carries all starts along in one pass, takes over.
   */
  private findSpan(subject: string, from: number, budget: StepBudget): MatchSpan | null {
    const ends = this.endFinder;
    const stepsEnd = budget.steps + 2 * (subject.length - from) + 256;
    let start = from;
    for (; start <= subject.length && budget.steps < stepsEnd; start++) {
      start = ends.pastFruitlessStarts(subject, start, budget, stepsEnd);
      if (budget.steps >= stepsEnd) break;
      const end = ends.findEnd(subject, start, budget);
      if (end !== -1) {
        return { start, end };
      }
    }
    start = this.startLocator.locate(subject, start, budget);
    return start === -1 ? null : { start, end: ends.findEnd(subject, start, budget) };
  }

  exec(subject: string, from = 0, budget: StepBudget = freshBudget()): Int32Array | null {
    if (!this.linear) {
      const possible = from <= subject.length && this.searchDfa.test(subject, from, budget) === FOUND;
      return possible ? this.execBounded(subject, from, budget) : null;
    }
    const span = this.find(subject, from, budget);
    if (span === null || this.groupCount === 0) {
      return span && Int32Array.of(span.start, span.end);
    }
    return this.captureWithin(subject, span.start, span.end, budget);
  }

  /**
   * As `find` and, with `groups`, as `exec`, with pauses where the budget's slice ends. Machines that keep what they have come
   * to belong to this search until it is over.
   */
  *searchInSlices(
    subject: string,
    from: number,
    budget: StepBudget,
    groups: boolean,
  ): Generator<undefined, Int32Array | null, undefined> {
    if (from > subject.length) return null;
    const run = new PausedRun();
    let result = this.searchDfa.test(subject, from, budget, run);
    for (; result === PAUSED; result = this.searchDfa.test(subject, from, budget, run)) yield;
    if (result !== FOUND) return null;
    if (!this.linear) return yield* this.boundedInSlices(subject, from, budget);
    const span = yield* this.spanInSlices(subject, from, budget);
    if (span === null || !groups || this.groupCount === 0) return span;
    return yield* this.capturesInSlices(subject, span[0]!, span[1]!, budget);
  }

  /** {@link findSpan} with pauses. */
  private *spanInSlices(
    subject: string,
    from: number,
    budget: StepBudget,
  ): Generator<undefined, Int32Array | null, undefined> {
    const run = new PausedRun();
    const ends = this.endFinder;
    const stepsEnd = budget.steps + 2 * (subject.length - from) + 256;
    let start = from;
    while (start <= subject.length && budget.steps < stepsEnd) {
      start = ends.pastFruitlessStarts(subject, start, budget, Math.min(stepsEnd, budget.sliceEnd));
      if (budget.isSliceOver) yield;
      if (budget.steps >= stepsEnd) break;
      // No generator for each: most ends are found, or not, at once.
      let end = ends.findEnd(subject, start, budget, run);
      for (; end === PAUSED; end = ends.findEnd(subject, start, budget, run)) yield;
      if (end !== -1) return Int32Array.of(start, end);
      budget.shortenSlice(STEPS_PER_START);
      start++;
    }
    const locating = new PausedLocating();
    let found = this.startLocator.locate(subject, start, budget, locating);
    for (; found === PAUSED; found = this.startLocator.locate(subject, start, budget, locating)) yield;
    if (found === -1) return null;
    return Int32Array.of(found, yield* this.endInSlices(subject, found, budget, run));
  }

  private *endInSlices(
    subject: string,
    start: number,
    budget: StepBudget,
    run: PausedRun,
  ): Generator<undefined, number, undefined> {
    const ends = this.endFinder;
    let end = ends.findEnd(subject, start, budget, run);
    for (; end === PAUSED; end = ends.findEnd(subject, start, budget, run)) yield;
    return end;
  }

  /** {@link captureWithin} with pauses. */
  private *capturesInSlices(
    subject: string,
    start: number,
    end: number,
    budget: StepBudget,
  ): Generator<undefined, Int32Array | null, undefined> {
    const backtracker = this.takeCaptures();
    if (backtracker.memoBits(start, end) > MAX_MEMO_BITS) {
      this.backtracker = backtracker;
      const pike = this.pike ?? new PikeMachine(this.captureProgram, this.groupCount);
      this.pike = null;
      const match = yield* pike.runInSlices(subject, start, end, budget);
      this.pike = pike;
      return match;
    }
    backtracker.begin(subject, start, end, true);
    let matchEnd = backtracker.runInSlices(start, false, budget);
    for (; matchEnd === GAVE_UP; matchEnd = backtracker.runInSlices(start, true, budget)) yield;
    backtracker.end();
    this.backtracker = backtracker;
    return matchEnd < 0 ? null : backtracker.captures();
  }

  /** {@link execBounded} with pauses between two starts: what is tried at one is bounded anyway. */
  private *boundedInSlices(
    subject: string,
    from: number,
    budget: StepBudget,
  ): Generator<undefined, Int32Array | null, undefined> {
    const backtracker = this.takeCaptures();
    const ends = this.endFinder;
    const run = new PausedRun();
    const memoise = backtracker.memoBits(from, subject.length) <= MAX_BOUNDED_MEMO_BITS;
    const stepsEnd = budget.steps + 4 * (subject.length - from) + 1024;
    let end = -1;
    let begun = false;
    for (let start = from; start <= subject.length && end === -1; start++) {
      if (budget.steps < stepsEnd)
        start = ends.pastFruitlessStarts(subject, start, budget, Math.min(stepsEnd, budget.sliceEnd));
      if (budget.isSliceOver) yield;
      if (budget.steps < stepsEnd) {
        let found = ends.findEnd(subject, start, budget, run);
        for (; found === PAUSED; found = ends.findEnd(subject, start, budget, run)) yield;
        budget.shortenSlice(STEPS_PER_START);
        if (found === -1) continue;
      }
      if (!begun) {
        backtracker.begin(subject, start, subject.length, memoise);
        begun = true;
      }
      end = backtracker.run(start, true, budget);
    }
    backtracker.end();
    this.backtracker = backtracker;
    if (end === GAVE_UP) budget.exceeded = true;
    return end < 0 ? null : backtracker.captures();
  }

  /** Nobody else gets it until it is given back. */
  private takeCaptures(): Backtracker {
    const taken = this.captures;
    this.backtracker = null;
    return taken;
  }

  /** The groups of the match that is known to lie between `start` and `end`. */
  private captureWithin(subject: string, start: number, end: number, budget: StepBudget): Int32Array | null {
    const backtracker = this.captures;
    if (backtracker.memoBits(start, end) > MAX_MEMO_BITS) {
      this.pike ??= new PikeMachine(this.captureProgram, this.groupCount);
      return this.pike.run(subject, start, end, budget);
    }
    backtracker.begin(subject, start, end, true);
    const matchEnd = backtracker.run(start, false, budget);
    backtracker.end();
    return matchEnd < 0 ? null : backtracker.captures();
  }

  /** Tries the starts from which the rough form matches; where telling them apart costs too much, all. */
  private execBounded(subject: string, from: number, budget: StepBudget): Int32Array | null {
    const backtracker = this.captures;
    const ends = this.endFinder;
    const memoise = backtracker.memoBits(from, subject.length) <= MAX_BOUNDED_MEMO_BITS;
    const stepsEnd = budget.steps + 4 * (subject.length - from) + 1024;
    let end = -1;
    let begun = false;
    for (let start = from; start <= subject.length && end === -1; start++) {
      if (budget.steps < stepsEnd) start = ends.pastFruitlessStarts(subject, start, budget, stepsEnd);
      if (budget.steps < stepsEnd && ends.findEnd(subject, start, budget) === -1) {
        continue;
      }
      if (!begun) {
        backtracker.begin(subject, start, subject.length, memoise);
        begun = true;
      }
      end = backtracker.run(start, true, budget);
    }
    backtracker.end();
    if (end === GAVE_UP) {
      budget.exceeded = true;
    }
    return end < 0 ? null : backtracker.captures();
  }

  private get searchDfa(): LazyDfa {
    this.dfa ??= new LazyDfa(automatonOf(this.searchNode()), this.states);
    return this.dfa;
  }

  private get startLocator(): Locator {
    this.locator ??= new Locator(automatonOf(trimEnd(withoutCaptures(this.node))));
    return this.locator;
  }

  /** An automaton that keeps preference; for patterns that are not linear it only tells where there is no match. */
  private get endFinder(): LazyDfa {
    this.ends ??= new LazyDfa(new Nfa(unloop(emit(withoutCaptures(this.node))), 1, true), this.states);
    return this.ends;
  }

  private get captureProgram(): Program {
    this.program ??= unloop(emit(this.node));
    return this.program;
  }

  private get captures(): Backtracker {
    this.backtracker ??= new Backtracker(this.captureProgram, this.groupCount);
    return this.backtracker;
  }
}

/** Instructions that keep the meaning of loops. */
function emit(node: Node): Program {
  const emitter = new Emitter({ exactLoops: true });
  emitter.addPattern(node, 0);
  return emitter.program();
}

function automatonOf(node: Node): Nfa {
  const emitter = new Emitter();
  emitter.addPattern(node, 0);
  return new Nfa(emitter.program(), 1);
}

const shared = new StepBudget();

/** For callers who bring none: every call has its own full budget. */
export function freshBudget(): StepBudget {
  shared.reset();
  return shared;
}
