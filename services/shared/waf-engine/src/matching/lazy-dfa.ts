import type { Nfa } from './nfa.ts';
import { DEAD, DEFAULT_DFA_LIMITS, type DfaLimits, FULL, StateTable } from './state-table.ts';
import type { StepBudget } from './step-budget.ts';
import { Subject } from './subject.ts';

const NOT_FOUND = 0;
const FOUND = 1;
const MISSED = -1;
/** What {@link LazyDfa.traitsIfNothing} says of no bytes: any bit, as 0 has a meaning of its own. */
const EMPTY_TRAITS = 1 << 31;

/** For callers with a string. A run ends before the next begins. */
const tested = new Subject();

/**
 * How many states an automaton may build whose states may be too many: enough for what recurs, not for what never comes
 * twice. Every scan earns a little, one that needed nothing new earns most.
 */
export class BuildCredit {
  static readonly #max = 4000;
  builds = BuildCredit.#max;

  get isFull(): boolean {
    return this.builds === BuildCredit.#max;
  }

  spend(builds: number, complete: boolean): void {
    this.builds = Math.min(BuildCredit.#max, this.builds - builds + (complete ? 1 : 0.25));
  }
}

/**
 * A deterministic automaton over an {@link Nfa}, whose states are built when a subject first leads to them.
 * When the budget for building is used up, or the table of states is full, the rest of the subject is simulated on the Nfa:
 * slower by a factor, but linear, and with the same answer.
 */
export class LazyDfa {
  readonly #nfa: Nfa;
  readonly #states: StateTable;
  readonly #classOf: Uint16Array;
  #current: Int32Array<ArrayBuffer>;
  readonly #missed = { length: 0, kind: 0, position: 0 };

  constructor(nfa: Nfa, limits: DfaLimits = DEFAULT_DFA_LIMITS) {
    this.#nfa = nfa;
    this.#states = new StateTable(nfa, limits);
    this.#classOf = nfa.classes.ofByte;
    this.#current = new Int32Array(nfa.placeCount);
  }

  get stateCount(): number {
    return this.#states.stateCount;
  }

  /** True if the pattern occurs. For automata of a single pattern. */
  test(text: string, from: number, budget: StepBudget): boolean {
    const result = this.#run(tested.ofText(text), from, null, Infinity, budget);
    return result === MISSED ? this.#simulate(text, null, budget) : result === FOUND;
  }

  /** Sets the bits of all patterns that occur. */
  scan(subject: Subject, out: Uint32Array, budget: StepBudget): void {
    if (this.#run(subject, 0, out, Infinity, budget) === MISSED) {
      this.#simulate(subject.text, out, budget);
    }
  }

  /**
   * One pass for two questions, while the value is in reach: the union of its bytes' traits, or 0 unless it is certain, by states
   * that are built, that nothing occurs. `traitsOfByte` has a bit that all bytes share.
   */
  traitsIfNothing({ bytes, start, end }: Subject, traitsOfByte: Int32Array, budget: StepBudget): number {
    const { classes } = this.#nfa;
    if (classes.hasFinalNewline && end > start && bytes[end - 1] === 0x0a) return 0;
    const states = this.#states;
    budget.steps += end - start + 1;
    states.served(end - start + 1);
    const { transitions } = states;
    const classOf = this.#classOf;
    let state = states.start;
    let traits = EMPTY_TRAITS;
    if (state === DEAD || state === FULL) return 0;
    for (let i = start; i <= end; i++) {
      let symbol = classes.end;
      if (i < end) {
        const byte = bytes[i]!;
        traits |= traitsOfByte[byte]!;
        symbol = classOf[byte]!;
      }
      let target = transitions[state + symbol]!;
      if (target <= 0) {
        if (target === 0 || states.edgeMasks[~target] !== 0) return 0;
        target = states.edgeTargets[~target]!;
        if (target === DEAD && i < end) return 0;
      }
      state = target;
    }
    return traits;
  }

  /**
   * Like `scan`, as long as no more states than `credit` says must be built. False if that was not enough: then not all
   * that occur may have been found.
   */
  tryScan(subject: Subject, out: Uint32Array, credit: BuildCredit, budget: StepBudget): boolean {
    const before = this.#states.builds;
    const result = this.#run(subject, 0, out, credit.builds, budget);
    if (result !== MISSED && this.#states.builds === before && credit.isFull) return true;
    credit.spend(this.#states.builds - before, result !== MISSED);
    return result !== MISSED;
  }

  /**
   * Where the preferred match that begins at `start` ends, or -1. For ordered automata.
   * Here a find does not end the search: a more preferred thread may still go on to its own.
   */
  findEnd(subject: string, start: number, budget: StepBudget): number {
    const states = this.#states;
    const kind = start === 0 ? this.#nfa.classes.startKind : this.#kindOfByte(subject.charCodeAt(start - 1));
    let state = states.beginning(kind);
    let found = -1;
    if (state === FULL) {
      this.#current[0] = 0;
      this.#miss(1, kind, start);
      return this.#simulateEnd(subject, -1, budget);
    }
    const length = subject.length;
    const { classes } = this.#nfa;
    const classOf = this.#classOf;
    const endsInNewline = classes.hasFinalNewline && subject.charCodeAt(length - 1) === 0x0a;
    const finalNewline = endsInNewline ? length - 1 : -1;
    let table = states.transitions;
    let i = start;
    for (; i <= length && state !== DEAD; i++) {
      let symbol = i === length ? classes.end : classOf[subject.charCodeAt(i)]!;
      if (i === finalNewline) {
        symbol = classes.finalNewline;
      }
      let target = table[state + symbol]!;
      if (target === 0) {
        target = states.build(state, symbol, budget);
        if (target === 0) {
          this.#missFrom(state, i);
          return this.#simulateEnd(subject, found, budget);
        }
        table = states.transitions;
      }
      if (target < 0) {
        found = states.edgeMasks[~target] === 0 ? found : i;
        target = states.edgeTargets[~target]!;
      }
      state = target;
    }
    budget.steps += i - start + 1;
    states.served(i - start + 1);
    return found;
  }

  #simulateEnd(subject: string, foundBefore: number, budget: StepBudget): number {
    const nfa = this.#nfa;
    const before = nfa.work;
    let { length, kind } = this.#missed;
    let current = this.#current;
    let found = foundBefore;
    for (let i = this.#missed.position; i <= subject.length && length > 0; i++) {
      const symbol = symbolAt(subject, i, nfa);
      nfa.step(current, 0, length, kind, symbol);
      found = nfa.foundLength > 0 ? i : found;
      const swap = nfa.next;
      nfa.next = current;
      current = swap;
      length = nfa.nextLength;
      kind = nfa.classes.kindOfClass[symbol]!;
    }
    this.#current = current;
    budget.steps += nfa.work - before;
    return found;
  }

  #run(
    subject: Subject,
    from: number,
    out: Uint32Array | null,
    maxBuilds: number,
    budget: StepBudget,
  ): typeof FOUND | typeof NOT_FOUND | typeof MISSED {
    const { bytes, end } = subject;
    const first = subject.start + from;
    const states = this.#states;
    budget.steps += end - first + 1;
    states.served(end - first + 1);
    const buildsEnd = states.builds + maxBuilds;
    let state = from === 0 ? states.start : states.emptyBehind(this.#kindOfByte(bytes[first - 1]!));
    if (state === DEAD) {
      return NOT_FOUND;
    }
    if (state === FULL) {
      return this.#miss(0, this.#kindOfByte(bytes[first - 1]!), from);
    }
    const { classes } = this.#nfa;
    const classOf = this.#classOf;
    let table = states.transitions;
    const finalNewline = classes.hasFinalNewline && end > first && bytes[end - 1] === 0x0a;
    const last = finalNewline ? end - 1 : end;
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
        symbol = i === end ? classes.end : classes.finalNewline;
        target = table[state + symbol]!;
      }
      if (target === 0) {
        target = states.builds < buildsEnd ? states.build(state, symbol, budget) : 0;
        if (target === 0) {
          return this.#missFrom(state, i - subject.start);
        }
        table = states.transitions;
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

  /** Notes where to go on without building: at a byte, from a set of places, which is put into `#current`. */
  #missFrom(state: number, position: number): typeof MISSED {
    const length = this.#states.copyPlaces(state, this.#current);
    return this.#miss(length, this.#states.kindOf(state), position);
  }

  #miss(length: number, kind: number, position: number): typeof MISSED {
    this.#missed.length = length;
    this.#missed.kind = kind;
    this.#missed.position = position;
    return MISSED;
  }

  #kindOfByte(byte: number): number {
    return this.#nfa.classes.kindOfClass[this.#classOf[byte]!]!;
  }

  /** Simulates the automaton from where the last run missed a transition. */
  #simulate(subject: string, out: Uint32Array | null, budget: StepBudget): boolean {
    let { length, kind } = this.#missed;
    const nfa = this.#nfa;
    const { classes } = nfa;
    const before = nfa.work;
    let current = this.#current;
    let found = false;
    for (let i = this.#missed.position; i <= subject.length; i++) {
      const symbol = symbolAt(subject, i, nfa);
      nfa.step(current, 0, length, kind, symbol);
      if (nfa.foundLength > 0) {
        found = true;
        if (out === null) {
          break;
        }
        report(nfa.found, nfa.foundLength, out);
      }
      if (nfa.nextLength === 0 && this.#states.diesWhenEmpty) {
        break;
      }
      const swap = nfa.next;
      nfa.next = current;
      current = swap;
      length = nfa.nextLength;
      kind = classes.kindOfClass[symbol]!;
    }
    this.#current = current;
    budget.steps += nfa.work - before;
    return out === null && found;
  }
}

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
