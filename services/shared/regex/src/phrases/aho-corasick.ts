import type { StepBudget } from '../budget/step-budget.ts';
import { Subject } from '../bytes/subject.ts';
import { PatternError } from '../syntax/pattern-error.ts';
import type { PhraseMatch, PhraseMatcher, PhraseProgress, PhraseSet } from './types.ts';

/** For callers with a string. */
const given = new Subject();

/** What is read at least before a pause. */
const PIECE = 4 * 1024;

interface PhraseEnd {
  readonly position: number;
  readonly phrases: readonly number[];
}

/** Table elements (states × byte classes); 64 MB. CRS's largest list needs about a tenth of a million. */
const MAX_TABLE = 16 * 1024 * 1024;

/**
 * Aho and Corasick's automaton with all failure links followed in advance, so that a byte costs one look-up.
 * Bytes that occur in no phrase share a column, as do the two cases of a letter where case does not count.
 */
export class PhraseAutomaton {
  readonly phraseCount: number;
  private readonly classOf: Uint8Array | Uint16Array;
  /** Next state times the row length; the complement of it if phrases end there. */
  private readonly table: Int32Array;
  private readonly classCount: number;
  /** For each state the phrase that ends there, longest first, by way of `#shorter`. */
  private readonly ending: readonly (readonly number[])[];

  constructor(phrases: readonly string[], caseInsensitive: boolean) {
    this.phraseCount = phrases.length;
    const fold = (byte: number) => (caseInsensitive && byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte);
    const { classOf, count } = classify(phrases, fold);
    this.classOf = classOf;
    this.classCount = count;
    const trie = buildTrie(phrases, classOf, count);
    this.ending = trie.ending;
    this.table = link(trie.next, trie.ending, count);
  }

  /** Where the first phrases end, and which (longest first). */
  firstEnd(subject: string): PhraseEnd | null {
    const found = this.walk(subject, 0, subject.length, 0);
    return typeof found === 'number' ? null : found;
  }

  /** The same with pauses. */
  *firstEndInSlices(subject: string, budget: StepBudget): Generator<undefined, PhraseEnd | null, undefined> {
    let state = 0;
    for (let from = 0; from < subject.length; from += PIECE) {
      if (budget.isSliceOver) yield;
      const to = Math.min(subject.length, from + PIECE);
      budget.steps += to - from;
      const found = this.walk(subject, from, to, state);
      if (typeof found !== 'number') return found;
      state = found;
    }
    return null;
  }

  /** Where the first phrases end, or the state at `to`. */
  private walk(subject: string, from: number, to: number, begun: number): PhraseEnd | number {
    const table = this.table;
    const classOf = this.classOf;
    let state = begun;
    for (let i = from; i < to; i++) {
      state = table[state + classOf[subject.charCodeAt(i)]!]!;
      if (state < 0) {
        return { position: i + 1, phrases: this.ending[~state / this.classCount]! };
      }
    }
    return state;
  }

  test(subject: string): boolean {
    const table = this.table;
    const classOf = this.classOf;
    let state = 0;
    for (let i = 0; i < subject.length; i++) {
      state = table[state + classOf[subject.charCodeAt(i)]!]!;
      if (state < 0) {
        return true;
      }
    }
    return false;
  }

  /** Sets bit `labels[phrase]` for every phrase that occurs. */
  scan(value: Subject | string, labels: Int32Array, out: Uint32Array): void {
    const { bytes, start, end } = typeof value === 'string' ? given.ofText(value) : value;
    this.scanBytes(bytes, start, end, 0, labels, out);
  }

  /** Goes on from a state; the one that it has come to. */
  scanBytes(
    bytes: Uint8Array,
    start: number,
    end: number,
    begun: number,
    labels: Int32Array,
    out: Uint32Array,
  ): number {
    const table = this.table;
    const classOf = this.classOf;
    let state = begun;
    for (let i = start; i < end; i++) {
      state = table[state + classOf[bytes[i]!]!]!;
      if (state < 0) {
        state = ~state;
        for (const phrase of this.ending[state / this.classCount]!) {
          const label = labels[phrase]!;
          out[label >> 5]! |= 1 << (label & 31);
        }
      }
    }
    return state;
  }
}

function classify(phrases: readonly string[], fold: (byte: number) => number) {
  const classOf = new Uint16Array(256);
  let count = 1;
  for (const phrase of phrases) {
    for (let i = 0; i < phrase.length; i++) {
      const byte = phrase.charCodeAt(i);
      if (byte > 0xff) {
        throw new PatternError('pattern_syntax', 'a phrase is not a byte string', i);
      }
      if (classOf[fold(byte)] === 0) {
        classOf[fold(byte)] = count++;
      }
    }
  }
  for (let byte = 0; byte < 256; byte++) {
    classOf[byte] = classOf[fold(byte)]!;
  }
  return { classOf, count };
}

function buildTrie(phrases: readonly string[], classOf: Uint16Array, count: number) {
  const bound = phrases.reduce((total, phrase) => total + phrase.length, 1);
  if (bound * count > MAX_TABLE) {
    throw new PatternError('pattern_too_large', 'the phrase list is too large', 0);
  }
  const next = new Int32Array(bound * count);
  const ending: number[][] = [[]];
  phrases.forEach((phrase, index) => {
    if (phrase === '') {
      return;
    }
    let state = 0;
    for (let i = 0; i < phrase.length; i++) {
      const at = state * count + classOf[phrase.charCodeAt(i)]!;
      if (next[at] === 0) {
        next[at] = ending.push([]) - 1;
      }
      state = next[at]!;
    }
    ending[state]!.push(index);
  });
  return { next, ending };
}

/** Follows failure links breadth first; afterwards `ending` holds all phrases that end in a state, longest first. */
function link(trie: Int32Array, ending: number[][], count: number): Int32Array {
  const states = ending.length;
  // First next states, then rows: a row that is complete before its children need it is copied whole.
  const table = new Int32Array(states * count);
  const fallback = new Int32Array(states);
  const queue = new Int32Array(states);
  let queued = 1;
  for (let head = 0; head < queued; head++) {
    const state = queue[head]!;
    const row = state * count;
    if (state !== 0) {
      const shorter = ending[fallback[state]!]!;
      if (shorter.length > 0) ending[state]!.push(...shorter);
      const other = fallback[state]! * count;
      table.copyWithin(row, other, other + count);
    }
    for (let c = 0; c < count; c++) {
      const child = trie[row + c]!;
      if (child === 0) continue;
      fallback[child] = state === 0 ? 0 : table[row + c]!;
      table[row + c] = child;
      queue[queued++] = child;
    }
  }
  for (let index = 0; index < table.length; index++) {
    const state = table[index]!;
    table[index] = ending[state]!.length > 0 ? ~(state * count) : state * count;
  }
  return table;
}

/** `@pm` over one list. Phrases that are empty never match. */
export class PhraseList implements PhraseMatcher {
  readonly size: number;
  private readonly phrases: readonly string[];
  private readonly automaton: PhraseAutomaton;
  private readonly labels: Int32Array;

  constructor(phrases: readonly string[], caseInsensitive: boolean) {
    this.size = phrases.length;
    this.phrases = phrases;
    this.automaton = new PhraseAutomaton(phrases, caseInsensitive);
    this.labels = Int32Array.from(phrases, (_, i) => i);
  }

  test(subject: string): boolean {
    return this.automaton.test(subject);
  }

  find(subject: string): PhraseMatch | null {
    return this.matchOf(this.automaton.firstEnd(subject));
  }

  *findInSlices(subject: string, budget: StepBudget): Generator<undefined, PhraseMatch | null, undefined> {
    return this.matchOf(yield* this.automaton.firstEndInSlices(subject, budget));
  }

  private matchOf(hit: PhraseEnd | null): PhraseMatch | null {
    if (hit === null) {
      return null;
    }
    const index = hit.phrases[0]!;
    return { index, start: hit.position - this.phrases[index]!.length, end: hit.position };
  }

  scan(subject: Subject | string, out: Uint32Array): void {
    this.automaton.scan(subject, this.labels, out);
  }
}

/** Several lists in one automaton. */
export class PhraseListSet implements PhraseSet {
  readonly size: number;
  private readonly automaton: PhraseAutomaton;
  private readonly labels: Int32Array;

  constructor(lists: readonly (readonly string[])[], caseInsensitive: boolean) {
    this.size = lists.length;
    this.automaton = new PhraseAutomaton(lists.flat(), caseInsensitive);
    this.labels = Int32Array.from(lists.flatMap((list, i) => list.map(() => i)));
  }

  scan(subject: Subject | string, out: Uint32Array): void {
    this.automaton.scan(subject, this.labels, out);
  }

  scanInSlices(subject: Subject, out: Uint32Array, budget: StepBudget, progress: PhraseProgress): boolean {
    const { bytes, start, length } = subject;
    const from = progress.position;
    const to = Math.min(length, from + Math.max(PIECE, budget.sliceEnd - budget.steps));
    const state = this.automaton.scanBytes(bytes, start + from, start + to, progress.state, this.labels, out);
    budget.steps += to - from;
    progress.position = to < length ? to : 0;
    progress.state = to < length ? state : 0;
    return to === length;
  }
}
