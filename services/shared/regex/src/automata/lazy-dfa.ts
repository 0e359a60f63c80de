import { STEPS_PER_MOVE, type StepBudget } from '../budget/step-budget.ts';
import { Subject } from '../bytes/subject.ts';
import type { Nfa } from './nfa.ts';
import type { PausedRun } from './paused-run.ts';
import { DEAD, DEFAULT_DFA_LIMITS, type DfaLimits, FULL, StateTable } from './state-table.ts';

export const NOT_FOUND = 0;
export const FOUND = 1;
/** More states than may be built are needed; what was found up to there may not be all. */
export const MISSED = -1;
/** The slice is over: to be called again with the same subject and the same {@link PausedRun}. */
export const PAUSED = -2;
export type RunResult = typeof NOT_FOUND | typeof FOUND | typeof MISSED | typeof PAUSED;

/** Bytes that every slice gets on by, however short it is. */
const MIN_PROGRESS = 16;

/** A start from which nothing is found costs the byte there and the end of the search. */
const STEPS_PER_FRUITLESS_START = 2;

/** For callers with a string. A run ends before the next begins. */
const tested = new Subject();

/**
 * How many states an automaton may build whose states may be too many: enough for what recurs, not for what never comes
 * twice. Every scan earns a little, one that needed nothing new earns most.
 */
export class BuildCredit {
  private static readonly max = 4000;
  builds = BuildCredit.max;

  get isFull(): boolean {
    return this.builds === BuildCredit.max;
  }

  spend(builds: number, complete: boolean): void {
    this.builds = Math.min(BuildCredit.max, this.builds - builds + (complete ? 1 : 0.25));
  }
}

/**
 * A deterministic automaton over an {@link Nfa}, whose states are built when a subject first leads to them.
 * When the budget for building is used up, or the table of states is full, the rest of the subject is simulated on the Nfa:
 * slower by a factor, but linear, and with the same answer.
 */
export class LazyDfa {
  private readonly nfa: Nfa;
  private readonly states: StateTable;
  private readonly classOf: Uint16Array;
  private current: Int32Array<ArrayBuffer>;
  private readonly missed = { length: 0, kind: 0, position: 0 };

  constructor(nfa: Nfa, limits: DfaLimits = DEFAULT_DFA_LIMITS) {
    this.nfa = nfa;
    this.states = new StateTable(nfa, limits);
    this.classOf = nfa.classes.ofByte;
    this.current = new Int32Array(nfa.placeCount);
  }

  get stateCount(): number {
    return this.states.stateCount;
  }

  /** FOUND if the pattern occurs. For automata of a single pattern. Without `pause` it never pauses. */
  test(text: string, from: number, budget: StepBudget, pause: PausedRun | null = null): RunResult {
    const result = this.run(tested.ofText(text), from, null, Infinity, budget, pause);
    return result === MISSED ? this.simulate(text, null, budget, pause) : result;
  }

  /** Sets the bits of all patterns that occur. False if paused; never without `pause`. */
  scan(subject: Subject, out: Uint32Array, budget: StepBudget, pause: PausedRun | null = null): boolean {
    const result = this.run(subject, 0, out, Infinity, budget, pause);
    if (result !== MISSED) return result !== PAUSED;
    return this.simulate(subject.text, out, budget, pause) !== PAUSED;
  }

  /**
   * Like `scan`, as long as no more states than `credit` says must be built. MISSED if that was not enough: then not all
   * that occur may have been found.
   */
  tryScan(
    subject: Subject,
    out: Uint32Array,
    credit: BuildCredit,
    budget: StepBudget,
    pause: PausedRun | null,
  ): RunResult {
    const before = this.states.builds;
    const result = this.run(subject, 0, out, credit.builds, budget, pause);
    if (result !== MISSED && this.states.builds === before && credit.isFull) return result;
    credit.spend(this.states.builds - before, result !== MISSED);
    return result;
  }

  /**
   * Where the preferred match that begins at `start` ends, or -1. For ordered automata.
   * Here a find does not end the search: a more preferred thread may still go on to its own.
   * {@link PAUSED} where the slice ends, which can be only with `pause`.
   */
  findEnd(subject: string, start: number, budget: StepBudget, pause: PausedRun | null = null): number {
    const states = this.states;
    const goesOn = pause?.waiting === true;
    let kind: number;
    let first = start;
    let found = -1;
    if (goesOn) {
      pause.waiting = false;
      ({ kind, position: first, found } = pause);
    } else kind = start === 0 ? this.nfa.classes.startKind : this.kindOfByte(subject.charCodeAt(start - 1));
    let state: number = FULL;
    if (budget.keepsStates)
      state = goesOn ? states.stateOf(pause.places, pause.length, kind) : states.beginning(kind);
    if (state === FULL) {
      if (goesOn) pause.copyPlaces(this.current);
      else this.current[0] = 0;
      this.miss(goesOn ? pause.length : 1, kind, first);
      return this.simulateEnd(subject, found, budget, pause);
    }
    const length = subject.length;
    let stop = length;
    if (pause !== null) {
      const room = budget.sliceEnd - budget.steps;
      if (room < length - first) stop = Math.min(length, first + Math.max(room, MIN_PROGRESS));
    }
    const { classes } = this.nfa;
    const classOf = this.classOf;
    const endsInNewline = classes.hasFinalNewline && subject.charCodeAt(length - 1) === 0x0a;
    const finalNewline = endsInNewline ? length - 1 : -1;
    let table = states.transitions;
    let i = first;
    for (; i <= stop && state !== DEAD; i++) {
      let symbol = i === length ? classes.end : classOf[subject.charCodeAt(i)]!;
      if (i === finalNewline) {
        symbol = classes.finalNewline;
      }
      let target = table[state + symbol]!;
      if (target === 0) {
        target = states.build(state, symbol, budget);
        if (target === 0) {
          this.missFrom(state, i);
          return this.simulateEnd(subject, found, budget, pause);
        }
        table = states.transitions;
        if (pause !== null && budget.steps + i - first >= budget.sliceEnd) stop = i;
      }
      if (target < 0) {
        found = states.edgeMasks[~target] === 0 ? found : i;
        target = states.edgeTargets[~target]!;
      }
      state = target;
    }
    budget.steps += i - first + 1;
    if (state !== DEAD && stop < length) {
      const held = states.copyPlaces(state, this.current);
      pause!.hold(i, states.kindOf(state), this.current, held);
      pause!.found = found;
      found = PAUSED;
    }
    states.served(i - first + 1);
    return found;
  }

  /**
   * The first position at or behind `start` from which {@link findEnd} may find something: starts whose first byte ends the search are
   * passed over, as dear in steps as if they were tried, up to where the budget has come to `stepsEnd`. For ordered automata.
   */
  pastFruitlessStarts(subject: string, start: number, budget: StepBudget, stepsEnd: number): number {
    if (!budget.keepsStates) return start;
    const states = this.states;
    const { beginnings, edgeMasks, edgeTargets, transitions } = states;
    const classOf = this.classOf;
    const { kindOfClass, startKind } = this.nfa.classes;
    const most = Math.ceil((stepsEnd - budget.steps) / STEPS_PER_FRUITLESS_START);
    // The last byte may be a symbol of its own, and what is behind it is.
    const stop = Math.min(subject.length - 1, start + most);
    let at = start;
    let kind = at === 0 ? startKind : this.kindOfByte(subject.charCodeAt(at - 1));
    for (; at < stop; at++) {
      const state = beginnings[kind]!;
      if (state === 0) break;
      const symbol = classOf[subject.charCodeAt(at)]!;
      const target = transitions[state + symbol]!;
      if (target >= 0 || edgeTargets[~target] !== DEAD || edgeMasks[~target] !== 0) break;
      kind = kindOfClass[symbol]!;
    }
    const steps = (at - start) * STEPS_PER_FRUITLESS_START;
    budget.steps += steps;
    states.served(steps);
    return at;
  }

  private simulateEnd(
    subject: string,
    foundBefore: number,
    budget: StepBudget,
    pause: PausedRun | null,
  ): number {
    const nfa = this.nfa;
    const before = nfa.work;
    let { length, kind } = this.missed;
    const first = this.missed.position;
    const workEnd = before + roomOf(budget, pause) / STEPS_PER_MOVE;
    let current = this.current;
    let found = foundBefore;
    for (let i = first; i <= subject.length && length > 0; i++) {
      if (nfa.work >= workEnd && i > first) {
        pause!.hold(i, kind, current, length);
        pause!.found = found;
        found = PAUSED;
        break;
      }
      const symbol = symbolAt(subject, i, nfa);
      nfa.step(current, 0, length, kind, symbol);
      found = nfa.foundLength > 0 ? i : found;
      const swap = nfa.next;
      nfa.next = current;
      current = swap;
      length = nfa.nextLength;
      kind = nfa.classes.kindOfClass[symbol]!;
    }
    this.current = current;
    budget.spendCold((nfa.work - before) * STEPS_PER_MOVE);
    return found;
  }

  private run(
    subject: Subject,
    from: number,
    out: Uint32Array | null,
    maxBuilds: number,
    budget: StepBudget,
    pause: PausedRun | null,
  ): RunResult {
    const { bytes, end } = subject;
    const goesOn = pause?.waiting === true;
    if (!budget.keepsStates) return this.missAll(subject, from, goesOn ? pause : null);
    const first = subject.start + (goesOn ? pause.position : from);
    const states = this.states;
    // Behind the last byte there is the end to be looked at.
    let stop = end;
    if (pause !== null) {
      const room = budget.sliceEnd - budget.steps;
      if (room < end - first) stop = Math.min(end, first + Math.max(room, MIN_PROGRESS));
    }
    budget.steps += stop - first + 1;
    states.served(stop - first + 1);
    const buildsEnd = states.builds + maxBuilds;
    let state = 0;
    if (goesOn) {
      pause.waiting = false;
      state = states.stateOf(pause.places, pause.length, pause.kind);
    } else state = from === 0 ? states.start : states.emptyBehind(this.kindOfByte(bytes[first - 1]!));
    if (state === DEAD) {
      return NOT_FOUND;
    }
    if (state === FULL) {
      if (!goesOn) return this.miss(0, this.kindOfByte(bytes[first - 1]!), from);
      pause.copyPlaces(this.current);
      return this.miss(pause.length, pause.kind, pause.position);
    }
    const { classes } = this.nfa;
    const classOf = this.classOf;
    let table = states.transitions;
    const finalNewline = classes.hasFinalNewline && end > first && bytes[end - 1] === 0x0a;
    let last = Math.min(stop, finalNewline ? end - 1 : end);
    for (let i = first; i <= end; i++) {
      // The hot loop: bytes on transitions that are built and find nothing.
      let target = 0;
      let symbol = 0;
      for (; i < last; i++) {
        symbol = classOf[bytes[i]!]!;
        target = table[state + symbol]!;
        if (target <= 0) {
          break;
        }
        state = target;
      }
      if (i >= last) {
        if (i === stop && stop < end) {
          const length = states.copyPlaces(state, this.current);
          pause!.hold(i - subject.start, states.kindOf(state), this.current, length);
          return PAUSED;
        }
        symbol = i === end ? classes.end : classes.finalNewline;
        target = table[state + symbol]!;
      }
      if (target === 0) {
        target = states.builds < buildsEnd ? states.build(state, symbol, budget) : 0;
        if (target === 0) {
          budget.steps -= stop - i;
          return this.missFrom(state, i - subject.start);
        }
        table = states.transitions;
        // What was built counts, and the bytes up to `stop` have been counted beforehand.
        if (pause !== null && i + 1 < stop && budget.steps - (stop - i) >= budget.sliceEnd) {
          budget.steps -= stop - i - 1;
          stop = i + 1;
          last = Math.min(last, stop);
        }
      }
      if (target < 0) {
        const edge = ~target;
        const mask = states.edgeMasks[edge]!;
        if (mask !== 0) {
          if (out === null) {
            return FOUND;
          }
          out[states.edgeWords[edge]!]! |= mask;
          if (states.edgeMore[edge] !== null) {
            report(states.edgeMore[edge]!, states.edgeMore[edge]!.length, out);
          }
        }
        target = states.edgeTargets[edge]!;
        if (target === DEAD) {
          return NOT_FOUND;
        }
      }
      state = target;
    }
    return NOT_FOUND;
  }

  /** All is to be simulated. */
  private missAll({ bytes, start }: Subject, from: number, waiting: PausedRun | null): typeof MISSED {
    if (waiting === null) {
      const before = from === 0 ? this.nfa.classes.startKind : this.kindOfByte(bytes[start + from - 1]!);
      return this.miss(0, before, from);
    }
    waiting.waiting = false;
    waiting.copyPlaces(this.current);
    return this.miss(waiting.length, waiting.kind, waiting.position);
  }

  /** Notes where to go on without building: at a byte, from a set of places, which is put into `#current`. */
  private missFrom(state: number, position: number): typeof MISSED {
    const length = this.states.copyPlaces(state, this.current);
    return this.miss(length, this.states.kindOf(state), position);
  }

  private miss(length: number, kind: number, position: number): typeof MISSED {
    this.missed.length = length;
    this.missed.kind = kind;
    this.missed.position = position;
    return MISSED;
  }

  private kindOfByte(byte: number): number {
    return this.nfa.classes.kindOfClass[this.classOf[byte]!]!;
  }

  /** Simulates the automaton from where the last run missed a transition. */
  private simulate(
    subject: string,
    out: Uint32Array | null,
    budget: StepBudget,
    pause: PausedRun | null,
  ): RunResult {
    let { length, kind } = this.missed;
    const nfa = this.nfa;
    const { classes } = nfa;
    const before = nfa.work;
    const first = this.missed.position;
    const workEnd = before + roomOf(budget, pause) / STEPS_PER_MOVE;
    let current = this.current;
    let result: RunResult = NOT_FOUND;
    for (let i = first; i <= subject.length; i++) {
      if (nfa.work >= workEnd && i > first) {
        pause!.hold(i, kind, current, length);
        result = PAUSED;
        break;
      }
      const symbol = symbolAt(subject, i, nfa);
      nfa.step(current, 0, length, kind, symbol);
      if (nfa.foundLength > 0) {
        if (out === null) {
          result = FOUND;
          break;
        }
        report(nfa.found, nfa.foundLength, out);
      }
      if (nfa.nextLength === 0 && this.states.diesWhenEmpty) {
        break;
      }
      const swap = nfa.next;
      nfa.next = current;
      current = swap;
      length = nfa.nextLength;
      kind = classes.kindOfClass[symbol]!;
    }
    this.current = current;
    budget.spendCold((nfa.work - before) * STEPS_PER_MOVE);
    return result;
  }
}

const roomOf = (budget: StepBudget, pause: PausedRun | null): number =>
  pause === null ? Number.POSITIVE_INFINITY : budget.sliceEnd - budget.steps;

/** The class of the symbol at a position: of a byte, of a final newline where that is one of its own, or of the end. */
export function symbolAt(subject: string, position: number, nfa: Nfa): number {
  const { classes } = nfa;
  if (position === subject.length) {
    return classes.end;
  }
  const byte = subject.charCodeAt(position);
  const final = byte === 0x0a && position === subject.length - 1 && classes.hasFinalNewline;
  return final ? classes.finalNewline : classes.ofByte[byte]!;
}

function report(patterns: Int32Array | readonly number[], length: number, out: Uint32Array): void {
  for (let i = 0; i < length; i++) {
    const pattern = patterns[i]!;
    out[pattern >> 5]! |= 1 << (pattern & 31);
  }
}
