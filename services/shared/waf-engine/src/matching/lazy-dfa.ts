import { grownTo } from './growing-array.ts';
import type { Nfa } from './nfa.ts';
import type { StepBudget } from './step-budget.ts';

/** How much one automaton may hold before it is emptied and built anew from what traffic brings. */
export interface DfaLimits {
  readonly maxStates: number;
  /** Elements of all state sets together. */
  readonly maxSetElements: number;
}

export const DEFAULT_DFA_LIMITS: DfaLimits = { maxStates: 10_000, maxSetElements: 1_000_000 };

/** A state is built from its set of places at about this cost above the places themselves (hashing, new row). */
const STATE_OVERHEAD = 20;
/** Emptying a full cache pays only if a state was of use for at least this many bytes. */
const MIN_BYTES_PER_STATE = 20;
const DEAD = 0;
const NOT_FOUND = 0;
const FOUND = 1;
const MISSED = -1;

/**
 * How many states an automaton may build whose states may be too many: enough for what recurs, not for what never comes
 * twice. Every scan earns a little, one that needed nothing new earns most.
 */
export class BuildCredit {
  static readonly #max = 4000;
  builds = BuildCredit.#max;

  spend(builds: number, complete: boolean): void {
    this.builds = Math.min(BuildCredit.#max, this.builds - builds + (complete ? 1 : 0.25));
  }
}

/**
 * A deterministic automaton over an {@link Nfa}, whose states are built when a subject first leads to them.
 *
 * Transitions are kept in one flat table: 0 is not built yet; a positive number is the next state (already multiplied by
 * the row length); a negative one is the complement of an *edge*, which finds patterns or ends in the dead state.
 * When the budget for building is used up, or the cache is full, the rest of the subject is simulated on the Nfa:
 * slower by a factor, but linear, and with the same answer.
 */
export class LazyDfa {
  readonly #nfa: Nfa;
  readonly #limits: DfaLimits;
  readonly #stride: number;
  readonly #classOf: Uint16Array;
  readonly #canBeginLater: boolean;
  readonly #startLooksBack: boolean;
  #table: Int32Array<ArrayBuffer>;
  #stateCount = 1;
  #setOffsets = new Int32Array(64);
  #setLengths = new Int32Array(64);
  #kinds = new Int32Array(64);
  #hashes = new Int32Array(64);
  #sets = new Int32Array(256);
  #setsLength = 0;
  #buckets = new Int32Array(256);
  #edgeTargets = new Int32Array(64);
  #edgeWords = new Int32Array(64);
  #edgeMasks = new Int32Array(64);
  #edgeMore: (readonly number[] | null)[] = [];
  #edgeIds = new Map<string, number>();
  #start = 0;
  #full = false;
  #bytesSinceFlush = 0;
  #current: Int32Array<ArrayBuffer>;
  readonly #beginnings: Int32Array;
  readonly #missed = { length: 0, kind: 0, position: 0 };
  #builds = 0;

  constructor(nfa: Nfa, limits: DfaLimits = DEFAULT_DFA_LIMITS) {
    this.#nfa = nfa;
    this.#limits = limits;
    this.#stride = nfa.stride;
    this.#classOf = nfa.classes.ofByte;
    this.#canBeginLater = nfa.canBeginLater();
    this.#startLooksBack = nfa.looksBack[0] === 1;
    this.#table = new Int32Array(this.#stride * 8);
    this.#current = new Int32Array(nfa.placeCount);
    this.#beginnings = new Int32Array(nfa.classes.kindCount);
    this.#clear();
  }

  get stateCount(): number {
    return this.#stateCount;
  }

  /** True if the pattern occurs. For automata of a single pattern. */
  test(subject: string, from: number, budget: StepBudget): boolean {
    const result = this.#run(subject, from, null, Infinity, budget);
    return result === MISSED ? this.#simulate(subject, null, budget) : result === FOUND;
  }

  /** Sets the bits of all patterns that occur. */
  scan(subject: string, out: Uint32Array, budget: StepBudget): void {
    if (this.#run(subject, 0, out, Infinity, budget) === MISSED) {
      this.#simulate(subject, out, budget);
    }
  }

  /**
   * Like `scan`, as long as no more states than `credit` says must be built. False if that was not enough: then not all
   * that occur may have been found.
   */
  tryScan(subject: string, out: Uint32Array, credit: BuildCredit, budget: StepBudget): boolean {
    const before = this.#builds;
    const result = this.#run(subject, 0, out, credit.builds, budget);
    credit.spend(this.#builds - before, result !== MISSED);
    return result !== MISSED;
  }

  /**
   * Where the preferred match that begins at `start` ends, or -1. For ordered automata.
   * Here a find does not end the search: a more preferred thread may still go on to its own.
   */
  findEnd(subject: string, start: number, budget: StepBudget): number {
    this.#beginScan(0, budget);
    const kind = start === 0 ? this.#nfa.classes.startKind : this.#kindOfByte(subject.charCodeAt(start - 1));
    let state = this.#beginningState(kind);
    let found = -1;
    if (state === -1) {
      this.#current[0] = 0;
      this.#miss(1, kind, start);
      return this.#simulateEnd(subject, -1, budget);
    }
    const length = subject.length;
    const { classes } = this.#nfa;
    const classOf = this.#classOf;
    const endsInNewline = classes.hasFinalNewline && subject.charCodeAt(length - 1) === 0x0a;
    const finalNewline = endsInNewline ? length - 1 : -1;
    let table = this.#table;
    let i = start;
    for (; i <= length && state !== DEAD; i++) {
      let symbol = i === length ? classes.end : classOf[subject.charCodeAt(i)]!;
      if (i === finalNewline) {
        symbol = classes.finalNewline;
      }
      let target = table[state + symbol]!;
      if (target === 0) {
        target = this.#build(state, symbol, budget);
        if (target === 0) {
          this.#missFrom(state, i);
          return this.#simulateEnd(subject, found, budget);
        }
        table = this.#table;
      }
      if (target < 0) {
        found = this.#edgeMasks[~target] === 0 ? found : i;
        target = this.#edgeTargets[~target]!;
      }
      state = target;
    }
    budget.steps += i - start;
    this.#bytesSinceFlush += i - start;
    return found;
  }

  /** The state of an ordered automaton in which nothing has been consumed yet. */
  #beginningState(kind: number): number {
    let state = this.#beginnings[kind]!;
    if (state === 0) {
      this.#nfa.restart();
      state = this.#lookUp(kind);
      this.#beginnings[kind] = Math.max(state, 0);
    }
    return state;
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
    subject: string,
    from: number,
    out: Uint32Array | null,
    maxBuilds: number,
    budget: StepBudget,
  ): typeof FOUND | typeof NOT_FOUND | typeof MISSED {
    const length = subject.length;
    this.#beginScan(length - from, budget);
    const buildsEnd = this.#builds + maxBuilds;
    let state = from === 0 ? this.#start : this.#startBehind(subject.charCodeAt(from - 1));
    if (state === DEAD) {
      return NOT_FOUND;
    }
    if (state === -1) {
      return this.#miss(0, this.#kindOfByte(subject.charCodeAt(from - 1)), from);
    }
    const { classes } = this.#nfa;
    const classOf = this.#classOf;
    let table = this.#table;
    const finalNewline = classes.hasFinalNewline && length > from && subject.charCodeAt(length - 1) === 0x0a;
    const last = finalNewline ? length - 1 : length;
    for (let i = from; i <= length; i++) {
      // The hot loop: bytes on transitions that are built and find nothing.
      let target = 0;
      let symbol = 0;
      for (; i < last; i++) {
        symbol = classOf[subject.charCodeAt(i)]!;
        target = table[state + symbol]!;
        if (target <= 0) {
          break;
        }
        state = target;
      }
      if (i >= last) {
        symbol = i === length ? classes.end : classes.finalNewline;
        target = table[state + symbol]!;
      }
      if (target === 0) {
        target = this.#builds < buildsEnd ? this.#build(state, symbol, budget) : 0;
        if (target === 0) {
          return this.#missFrom(state, i);
        }
        table = this.#table;
      }
      if (target < 0) {
        const edge = ~target;
        const mask = this.#edgeMasks[edge]!;
        if (mask !== 0) {
          if (out === null) {
            return FOUND;
          }
          out[this.#edgeWords[edge]!]! |= mask;
          if (this.#edgeMore[edge] !== null) {
            report(this.#edgeMore[edge]!, this.#edgeMore[edge]!.length, out);
          }
        }
        target = this.#edgeTargets[edge]!;
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
    const index = state / this.#stride;
    const offset = this.#setOffsets[index]!;
    const length = this.#setLengths[index]!;
    this.#current.set(this.#sets.subarray(offset, offset + length));
    return this.#miss(length, this.#kinds[index]!, position);
  }

  #miss(length: number, kind: number, position: number): typeof MISSED {
    this.#missed.length = length;
    this.#missed.kind = kind;
    this.#missed.position = position;
    return MISSED;
  }

  #beginScan(length: number, budget: StepBudget): void {
    budget.steps += length + 1;
    this.#bytesSinceFlush += length + 1;
    if (this.#full && this.#bytesSinceFlush > this.#stateCount * MIN_BYTES_PER_STATE) {
      this.#clear();
    }
  }

  #clear(): void {
    this.#table.fill(0);
    this.#buckets.fill(0);
    this.#beginnings.fill(0);
    this.#stateCount = 1;
    this.#setsLength = 0;
    this.#edgeMore = [];
    this.#edgeIds.clear();
    this.#full = false;
    this.#bytesSinceFlush = 0;
    // Ordered automata begin where they are told to, not here.
    this.#nfa.nextLength = 0;
    this.#start = this.#lookUp(this.#nfa.classes.startKind);
  }

  /** The state of an empty set of threads behind a byte. */
  #startBehind(byte: number): number {
    this.#nfa.nextLength = 0;
    return this.#intern(this.#kindOfByte(byte));
  }

  #kindOfByte(byte: number): number {
    return this.#nfa.classes.kindOfClass[this.#classOf[byte]!]!;
  }

  /** Builds one transition; 0 if it may not be built now. */
  #build(state: number, symbol: number, budget: StepBudget): number {
    if (budget.buildLeft <= 0) {
      return 0;
    }
    const nfa = this.#nfa;
    const index = state / this.#stride;
    const before = nfa.work;
    this.#builds++;
    nfa.step(this.#sets, this.#setOffsets[index]!, this.#setLengths[index]!, this.#kinds[index]!, symbol);
    const cost = nfa.work - before + nfa.nextLength + STATE_OVERHEAD;
    budget.buildLeft -= cost;
    budget.steps += cost;
    const target = symbol === nfa.classes.end ? DEAD : this.#intern(nfa.classes.kindOfClass[symbol]!);
    if (target === -1) {
      return 0;
    }
    const value = target !== DEAD && nfa.foundLength === 0 ? target : ~this.#edge(target);
    this.#table[state + symbol] = value;
    return value;
  }

  #edge(target: number): number {
    const finds = [...this.#nfa.found.subarray(0, this.#nfa.foundLength)];
    const key = `${target}:${finds.join(',')}`;
    let edge = this.#edgeIds.get(key);
    if (edge === undefined) {
      // Most edges find patterns of one word only; the rest is kept in a list.
      const word = (finds[0] ?? 0) >> 5;
      const more = finds.filter((pattern) => pattern >> 5 !== word);
      const mask = finds.reduce(
        (bits, pattern) => (pattern >> 5 === word ? bits | (1 << (pattern & 31)) : bits),
        0,
      );
      edge = this.#edgeMore.push(more.length === 0 ? null : more) - 1;
      this.#edgeTargets = grownTo(this.#edgeTargets, edge + 1);
      this.#edgeWords = grownTo(this.#edgeWords, edge + 1);
      this.#edgeMasks = grownTo(this.#edgeMasks, edge + 1);
      this.#edgeTargets[edge] = target;
      this.#edgeWords[edge] = word;
      this.#edgeMasks[edge] = mask;
      this.#edgeIds.set(key, edge);
    }
    return edge;
  }

  /** The state for `nfa.next` behind a byte; DEAD if nothing can come of it; -1 if the cache is full. */
  #intern(kindBefore: number): number {
    return this.#nfa.nextLength === 0 && !this.#canBeginLater ? DEAD : this.#lookUp(kindBefore);
  }

  #lookUp(kindBefore: number): number {
    const { next, nextLength } = this.#nfa;
    const kind = this.#kindMatters() ? kindBefore : 0;
    const factor = this.#nfa.ordered ? 31 : 1;
    let hash = kind + 1;
    for (let i = 0; i < nextLength; i++) {
      // A plain sum where the order of the places does not matter.
      hash = (Math.imul(hash, factor) + Math.imul(next[i]! + 1, 0x9e3779b1)) | 0;
    }
    hash ^= hash >>> 15;
    const mask = this.#buckets.length - 1;
    let bucket = hash & mask;
    while (this.#buckets[bucket] !== 0) {
      const state = this.#buckets[bucket]!;
      if (this.#hashes[state] === hash && this.#isState(state, kind)) {
        return state * this.#stride;
      }
      bucket = (bucket + 1) & mask;
    }
    return this.#addState(bucket, hash, kind);
  }

  #kindMatters(): boolean {
    if (this.#startLooksBack) {
      return true;
    }
    const { next, nextLength, looksBack } = this.#nfa;
    for (let i = 0; i < nextLength; i++) {
      if (looksBack[next[i]!] === 1) {
        return true;
      }
    }
    return false;
  }

  #isState(state: number, kind: number): boolean {
    const length = this.#setLengths[state]!;
    if (this.#kinds[state] !== kind || length !== this.#nfa.nextLength) {
      return false;
    }
    const offset = this.#setOffsets[state]!;
    const { ordered, next } = this.#nfa;
    for (let i = 0; i < length; i++) {
      const place = this.#sets[offset + i]!;
      if (ordered ? next[i] !== place : !this.#nfa.holds(place)) {
        return false;
      }
    }
    return true;
  }

  #addState(bucket: number, hash: number, kind: number): number {
    const { next, nextLength } = this.#nfa;
    if (
      this.#stateCount > this.#limits.maxStates ||
      this.#setsLength + nextLength > this.#limits.maxSetElements
    ) {
      this.#full = true;
      return -1;
    }
    const state = this.#stateCount++;
    this.#setOffsets = grownTo(this.#setOffsets, state + 1);
    this.#setLengths = grownTo(this.#setLengths, state + 1);
    this.#kinds = grownTo(this.#kinds, state + 1);
    this.#hashes = grownTo(this.#hashes, state + 1);
    this.#table = grownTo(this.#table, (state + 1) * this.#stride);
    this.#sets = grownTo(this.#sets, this.#setsLength + nextLength);
    this.#setOffsets[state] = this.#setsLength;
    this.#setLengths[state] = nextLength;
    this.#kinds[state] = kind;
    this.#hashes[state] = hash;
    this.#sets.set(next.subarray(0, nextLength), this.#setsLength);
    this.#setsLength += nextLength;
    this.#buckets[bucket] = state;
    if (state * 2 > this.#buckets.length) {
      this.#rehash();
    }
    return state * this.#stride;
  }

  #rehash(): void {
    this.#buckets = new Int32Array(this.#buckets.length * 4);
    const mask = this.#buckets.length - 1;
    for (let state = 1; state < this.#stateCount; state++) {
      let bucket = this.#hashes[state]! & mask;
      while (this.#buckets[bucket] !== 0) {
        bucket = (bucket + 1) & mask;
      }
      this.#buckets[bucket] = state;
    }
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
      if (nfa.nextLength === 0 && !this.#canBeginLater) {
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
