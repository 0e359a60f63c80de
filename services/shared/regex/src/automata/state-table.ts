import { STEPS_PER_MOVE, type StepBudget } from '../budget/step-budget.ts';
import { grownTo } from './growing-array.ts';
import type { Nfa } from './nfa.ts';

/** How much one automaton may hold before it is emptied and built anew from what traffic brings. */
export interface DfaLimits {
  readonly maxStates: number;
  /** Elements of all state sets together. */
  readonly maxSetElements: number;
  /** Emptying a full cache pays only if a state was of use for at least this many bytes; {@link MIN_BYTES_PER_STATE}. */
  readonly minBytesPerState?: number;
}

export const DEFAULT_DFA_LIMITS: DfaLimits = { maxStates: 10_000, maxSetElements: 1_000_000 };
const MIN_BYTES_PER_STATE = 20;

/** A state is built from its set of places at about this cost above the places themselves (hashing, new row). */
const STATE_OVERHEAD = 20;
/** The state from which nothing can be found any more. */
export const DEAD = 0;
/** Instead of a state: the table is full. */
export const FULL = -1;

/**
 * The states of a DFA that have been built so far, each a set of places of the {@link Nfa} (a list, if that is ordered) and
 * the kind of the byte before.
 *
 * Transitions are in one flat table: 0 is not built yet; a positive number is the next state (already multiplied by the row
 * length); a negative one is the complement of an *edge*, which finds patterns or ends in the dead state.
 */
export class StateTable {
  transitions: Int32Array<ArrayBuffer>;
  /** Next state of each edge … */
  edgeTargets = new Int32Array(64);
  /** … and the patterns it finds: bits of one word, and a list of those in other words, if any. */
  edgeWords = new Int32Array(64);
  edgeMasks = new Int32Array(64);
  edgeMore: (readonly number[] | null)[] = [];
  /** The state at the subject's start. */
  start = 0;
  /** {@link beginning} of each kind of byte before; 0: not built yet. */
  readonly beginnings: Int32Array;
  /** How often the table was emptied: states of another generation mean nothing. */
  generation = 0;
  /** Transitions built so far, ever. */
  builds = 0;

  private readonly nfa: Nfa;
  private readonly limits: DfaLimits;
  private readonly minBytesPerState: number;
  private readonly stride: number;
  private readonly startLooksBack: boolean;
  private storedStateCount = 1;
  private setOffsets = new Int32Array(64);
  private setLengths = new Int32Array(64);
  private kinds = new Int32Array(64);
  private hashes = new Int32Array(64);
  private sets = new Int32Array(256);
  private setsLength = 0;
  private buckets = new Int32Array(256);
  private edgeIds = new Map<string, number>();
  private full = false;
  private bytesSinceFlush = 0;

  /** True if nothing can be found from an empty set of places behind the subject's start. */
  readonly diesWhenEmpty: boolean;

  constructor(nfa: Nfa, limits: DfaLimits) {
    this.nfa = nfa;
    this.limits = limits;
    this.minBytesPerState = limits.minBytesPerState ?? MIN_BYTES_PER_STATE;
    this.stride = nfa.stride;
    this.diesWhenEmpty = !nfa.canBeginLater();
    this.startLooksBack = nfa.looksBack[0] === 1;
    this.transitions = new Int32Array(this.stride * 8);
    this.beginnings = new Int32Array(nfa.classes.kindCount);
    this.clear();
  }

  get stateCount(): number {
    return this.storedStateCount;
  }

  /** No state is added before the table is emptied. */
  get isFull(): boolean {
    return this.full;
  }

  /** To be told of the bytes that states have served, before states are held on to: a full table may be emptied here. */
  served(bytes: number): void {
    this.bytesSinceFlush += bytes;
    if (this.full && this.bytesSinceFlush > this.storedStateCount * this.minBytesPerState) {
      this.clear();
    }
  }

  /** The state without threads behind a byte of that kind; may be DEAD or FULL. */
  emptyBehind(kind: number): number {
    this.nfa.nextLength = 0;
    return this.intern(kind);
  }

  /** The state of these places; may be DEAD or FULL. */
  stateOf(places: Int32Array, length: number, kind: number): number {
    this.nfa.load(places, length);
    return this.intern(kind);
  }

  /** The state of an ordered automaton in which nothing has been consumed yet; may be FULL. */
  beginning(kind: number): number {
    let state = this.beginnings[kind]!;
    if (state === 0) {
      this.nfa.restart();
      state = this.lookUp(kind);
      this.beginnings[kind] = Math.max(state, 0);
    }
    return state;
  }

  /** Copies a state's places; their number. */
  copyPlaces(state: number, into: Int32Array): number {
    const index = state / this.stride;
    const offset = this.setOffsets[index]!;
    const length = this.setLengths[index]!;
    const { sets } = this;
    // A view of a typed array is garbage that costs more than the few places in it: this happens several times a value.
    for (let at = 0; at < length; at++) into[at] = sets[offset + at]!;
    return length;
  }

  kindOf(state: number): number {
    return this.kinds[state / this.stride]!;
  }

  /** Builds one transition; 0 if it may not be built now. */
  build(state: number, symbol: number, budget: StepBudget): number {
    if (budget.buildLeft <= 0) {
      return 0;
    }
    const nfa = this.nfa;
    const index = state / this.stride;
    const before = nfa.work;
    this.builds++;
    nfa.step(this.sets, this.setOffsets[index]!, this.setLengths[index]!, this.kinds[index]!, symbol);
    const cost = nfa.work - before + nfa.nextLength + STATE_OVERHEAD;
    budget.buildLeft -= cost;
    budget.spendCold(cost * STEPS_PER_MOVE);
    const target = symbol === nfa.classes.end ? DEAD : this.intern(nfa.classes.kindOfClass[symbol]!);
    if (target === FULL) {
      return 0;
    }
    const value = target !== DEAD && nfa.foundLength === 0 ? target : ~this.edge(target);
    this.transitions[state + symbol] = value;
    return value;
  }

  private clear(): void {
    this.generation++;
    this.transitions.fill(0);
    this.buckets.fill(0);
    this.beginnings.fill(0);
    this.storedStateCount = 1;
    this.setsLength = 0;
    this.edgeMore = [];
    this.edgeIds.clear();
    this.full = false;
    this.bytesSinceFlush = 0;
    // Ordered automata begin where they are told to, not here.
    this.nfa.nextLength = 0;
    this.start = this.lookUp(this.nfa.classes.startKind);
  }

  private edge(target: number): number {
    const finds = [...this.nfa.found.subarray(0, this.nfa.foundLength)];
    const key = `${target}:${finds.join(',')}`;
    let edge = this.edgeIds.get(key);
    if (edge === undefined) {
      // Most edges find patterns of one word only; the rest is kept in a list.
      const word = (finds[0] ?? 0) >> 5;
      const more = finds.filter((pattern) => pattern >> 5 !== word);
      const mask = finds.reduce(
        (bits, pattern) => (pattern >> 5 === word ? bits | (1 << (pattern & 31)) : bits),
        0,
      );
      edge = this.edgeMore.push(more.length === 0 ? null : more) - 1;
      this.edgeTargets = grownTo(this.edgeTargets, edge + 1);
      this.edgeWords = grownTo(this.edgeWords, edge + 1);
      this.edgeMasks = grownTo(this.edgeMasks, edge + 1);
      this.edgeTargets[edge] = target;
      this.edgeWords[edge] = word;
      this.edgeMasks[edge] = mask;
      this.edgeIds.set(key, edge);
    }
    return edge;
  }

  /** The state for `nfa.next` behind a byte; DEAD if nothing can come of it; FULL if the table is. */
  private intern(kindBefore: number): number {
    return this.nfa.nextLength === 0 && this.diesWhenEmpty ? DEAD : this.lookUp(kindBefore);
  }

  private lookUp(kindBefore: number): number {
    const { next, nextLength } = this.nfa;
    const kind = this.kindMatters() ? kindBefore : 0;
    const factor = this.nfa.ordered ? 31 : 1;
    let hash = kind + 1;
    for (let i = 0; i < nextLength; i++) {
      // A plain sum where the order of the places does not matter.
      hash = (Math.imul(hash, factor) + Math.imul(next[i]! + 1, 0x9e3779b1)) | 0;
    }
    hash ^= hash >>> 15;
    const mask = this.buckets.length - 1;
    let bucket = hash & mask;
    while (this.buckets[bucket] !== 0) {
      const state = this.buckets[bucket]!;
      if (this.hashes[state] === hash && this.isState(state, kind)) {
        return state * this.stride;
      }
      bucket = (bucket + 1) & mask;
    }
    return this.addState(bucket, hash, kind);
  }

  private kindMatters(): boolean {
    if (this.startLooksBack) {
      return true;
    }
    const { next, nextLength, looksBack } = this.nfa;
    for (let i = 0; i < nextLength; i++) {
      if (looksBack[next[i]!] === 1) {
        return true;
      }
    }
    return false;
  }

  private isState(state: number, kind: number): boolean {
    const length = this.setLengths[state]!;
    if (this.kinds[state] !== kind || length !== this.nfa.nextLength) {
      return false;
    }
    const offset = this.setOffsets[state]!;
    const { ordered, next } = this.nfa;
    for (let i = 0; i < length; i++) {
      const place = this.sets[offset + i]!;
      if (ordered ? next[i] !== place : !this.nfa.holds(place)) {
        return false;
      }
    }
    return true;
  }

  private addState(bucket: number, hash: number, kind: number): number {
    const { next, nextLength } = this.nfa;
    if (
      this.storedStateCount > this.limits.maxStates ||
      this.setsLength + nextLength > this.limits.maxSetElements
    ) {
      this.full = true;
      return FULL;
    }
    const state = this.storedStateCount++;
    this.setOffsets = grownTo(this.setOffsets, state + 1);
    this.setLengths = grownTo(this.setLengths, state + 1);
    this.kinds = grownTo(this.kinds, state + 1);
    this.hashes = grownTo(this.hashes, state + 1);
    this.transitions = grownTo(this.transitions, (state + 1) * this.stride);
    this.sets = grownTo(this.sets, this.setsLength + nextLength);
    this.setOffsets[state] = this.setsLength;
    this.setLengths[state] = nextLength;
    this.kinds[state] = kind;
    this.hashes[state] = hash;
    this.sets.set(next.subarray(0, nextLength), this.setsLength);
    this.setsLength += nextLength;
    this.buckets[bucket] = state;
    if (state * 2 > this.buckets.length) {
      this.rehash();
    }
    return state * this.stride;
  }

  private rehash(): void {
    this.buckets = new Int32Array(this.buckets.length * 4);
    const mask = this.buckets.length - 1;
    for (let state = 1; state < this.storedStateCount; state++) {
      let bucket = this.hashes[state]! & mask;
      while (this.buckets[bucket] !== 0) {
        bucket = (bucket + 1) & mask;
      }
      this.buckets[bucket] = state;
    }
  }
}
