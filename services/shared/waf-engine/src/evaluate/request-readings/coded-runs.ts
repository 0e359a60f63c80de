import { Subject, writeLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { MUCH, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';
import { mayBeBase64, mayBeWideBase64 } from './base64-text.ts';
import { mayBeHex } from './hex-text.ts';
import { packedForm } from './packed-head.ts';
import {
  DIGITS_AT_ONCE,
  holdsTextInRun,
  looksForTextInRun,
  type TextInRun,
  textsInRun,
} from './texts-in-run.ts';

/** Digits of both base64 alphabets and hexadecimal digits. Padding ends a run, and so do two hyphens. */
const DIGITS = byteSet('+/_-', byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
/** Characters that split a run into pieces where they are not digits themselves: after a version, a path or a name. */
const PARTS = byteSet('/_-');
const HYPHEN = 0x2d;
/** Minimum length of a run. Hardly any word is as long, and twelve bytes are the shortest attack worth hiding. */
const MIN_RUN = 16;
/** A shorter text has nothing within it that is worth hiding there. */
export const MIN_WITHIN = MIN_RUN;
/** Enough for a check of a run's beginning. */
const EXAMINED_DIGITS = 96;
/** Maximum pieces that look like a text and are reported at the beginning of a run, within the first digits. */
const MAX_STARTS = 4;
const MAX_FRONT = 64;
/**
 * Digits at the end of a run in which all pieces are reported. Pieces in front that only look like a text must not hide
 * the last one, which is what programs take from a path; each costs only its own digits. What begins in between is
 * found by {@link piecesOf} and {@link textsWithin}.
 */
const MAX_BEHIND = 1024;
/** At a stretch. */
const MAX_LOOKS = 512;
/** Cost of checking a run's or piece's beginning by four readers. */
const STEPS_PER_LOOK = 100;
/** Digits, as a power of two, whose search for a text costs as much as one check of a beginning. */
const DIGITS_PER_LOOK = 7;

/** Reused for every string that is checked. */
const asked = new Subject();

export interface Run {
  readonly start: number;
  /** Positions from which a text to the end of the run may begin, in order; empty: a text begins inside the run. */
  readonly starts: readonly number[];
  readonly end: number;
}

/**
 * Whether some run of digits within bytes[start..end) may be a text; never false where {@link CodedRuns} has one. At most a few
 * kilobytes are asked about so: the looks are counted, but nothing pauses.
 */
export function hasCodedRun(bytes: Uint8Array, start: number, end: number, budget?: ReadingBudget): boolean {
  const looks: Looks = { count: 0 };
  const has = hasCodedPiece(bytes, start, end, looks);
  if (budget !== undefined) budget.steps += looks.count * STEPS_PER_LOOK;
  return has;
}

function hasCodedPiece(bytes: Uint8Array, start: number, end: number, looks: Looks): boolean {
  for (let from = start; ; ) {
    const run = runFrom(bytes, from, end);
    if (run < 0) return false;
    from = endOfRun(bytes, run + 1, end);
    if (holdsText(bytes, run, from, looks)) return true;
    for (let piece = run; piece >= 0; piece = nextPiece(bytes, piece, from - MIN_RUN))
      if (mayBeCodedRun(bytes, piece, from, looks)) return true;
  }
}

/** The same of much, with pauses. */
export const hasCodedRunInSlices = (
  bytes: Uint8Array,
  start: number,
  end: number,
  budget: ReadingBudget,
): Pausable<boolean> => holdsOne(new CodedRuns(bytes, start, end), budget);

export const holdsCodedRunInSlices = (value: ByteString, budget: ReadingBudget): Pausable<boolean> =>
  holdsOne(CodedRuns.ofText(value), budget);

function* holdsOne(runs: CodedRuns, budget: ReadingBudget): Pausable<boolean> {
  while (!runs.isOver) {
    if (runs.next(budget) !== null) return true;
    if (budget.isSliceOver) yield;
  }
  return false;
}

/** The same of a string, which is short. */
export function holdsCodedRun(value: ByteString): boolean {
  if (value.length < MIN_RUN) return false;
  const { bytes, start, end } = asked.ofText(value);
  return hasCodedRun(bytes, start, end);
}

/**
 * Finds where a text contains something that may be base64 or hexadecimal, whatever surrounds it: in a sentence, in a
 * table cell, after a prefix, between quotes of another syntax.
 */
export class CodedRuns {
  private readonly bytes: Uint8Array;
  private readonly end: number;
  private readonly piece: number;
  private readonly all: Generator<Run | null>;
  private readonly looks: Looks = { count: 0 };
  /** Bytes that were passed and are not counted yet. */
  private passed = 0;
  isOver = false;

  /** @param piece bytes examined between two opportunities to pause */
  constructor(bytes: Uint8Array, start = 0, end = bytes.length, piece = MUCH) {
    this.bytes = bytes;
    this.end = end;
    this.piece = piece;
    this.all = this.lookFrom(start);
  }

  static ofText(value: ByteString, piece = MUCH): CodedRuns {
    const bytes = new Uint8Array(value.length);
    writeLatin1(value, bytes);
    return new CodedRuns(bytes, 0, bytes.length, piece);
  }

  /** The next run; null: the budget's slice is over, or it {@link isOver}. */
  next(budget: ReadingBudget): Run | null {
    const { done, value } = this.all.next();
    // Sampling one byte in several costs less than reading each.
    budget.steps += this.passed + this.looks.count * STEPS_PER_LOOK;
    this.passed = 0;
    this.looks.count = 0;
    if (done !== true) return value;
    this.isOver = true;
    return null;
  }

  /** Null: a moment to pause. */
  private *lookFrom(start: number): Generator<Run | null> {
    const { bytes, end, looks, piece } = this;
    for (let from = start; from < end; ) {
      const run = runFrom(bytes, from, end, from + piece);
      if (run < 0) {
        this.passed += Math.min(piece, end - from);
        from += piece;
        yield null;
        continue;
      }
      this.passed += run - from;
      const runEnd = yield* this.findEnd(run);
      let starts: number[] | null = null;
      for (let at = run; at >= 0 && starts === null; at = yield* this.findPiece(at, runEnd)) {
        if (mayBeCodedRun(bytes, at, runEnd, looks)) {
          starts = startsFrom(bytes, at, runEnd, looks);
          break;
        }
        if (looks.count >= MAX_LOOKS) yield null;
      }
      if (starts === null && (yield* this.holdsText(run, runEnd))) starts = [];
      if (starts !== null) yield { start: run, starts, end: runEnd };
      from = runEnd;
    }
  }

  private *findEnd(run: number): Generator<null, number> {
    for (let at = run + 1; ; ) {
      const until = Math.min(this.end, at + this.piece);
      const found = endOfRun(this.bytes, at, until);
      this.passed += found - at;
      if (found < until || until === this.end) return found;
      at = found;
      yield null;
    }
  }

  private *findPiece(piece: number, runEnd: number): Generator<null, number> {
    const last = runEnd - MIN_RUN;
    for (let at = piece; ; at += this.piece) {
      const until = Math.min(last, at + this.piece);
      const found = nextPiece(this.bytes, at, until);
      if (found >= 0 || until === last) return found;
      yield null;
    }
  }

  private *holdsText(run: number, runEnd: number): Generator<null, boolean> {
    const { looks } = this;
    looks.count += Math.min(runEnd - run, DIGITS_AT_ONCE) >> DIGITS_PER_LOOK;
    const looking = looksForTextInRun(this.bytes, run, runEnd);
    for (let answer = looking.next(); ; answer = looking.next()) {
      if (answer.done === true) return answer.value;
      looks.count += DIGITS_AT_ONCE >> DIGITS_PER_LOOK;
      yield null;
    }
  }
}

/**
 * Further pieces of a run that may be texts: between two separators. Null: an opportunity to pause after many digits.
 */
export function* piecesOf(
  value: ByteString,
  { start, end }: Run,
): Generator<readonly [from: number, to: number] | null> {
  for (let from = start; from < end; ) {
    let to = from;
    for (let until = Math.min(end, from + MUCH); ; until = Math.min(end, until + MUCH)) {
      while (to < until && PARTS[value.charCodeAt(to)] === 0) to++;
      if (to < until || until === end) break;
      yield null;
    }
    if (to - from >= MIN_RUN && to - from < end - start) yield [from, to];
    from = to + 1;
  }
}

/** Texts that begin inside a run, see {@link textsInRun}. */
export const textsWithin = (value: ByteString, { start, end }: Run): Generator<TextInRun | null> => {
  const bytes = new Uint8Array(end - start);
  writeLatin1(value.slice(start, end), bytes);
  return textsInRun(bytes, 0, bytes.length);
};

/** Samples one digit in several, from each possible alignment of a group. */
function holdsText(bytes: Uint8Array, start: number, end: number, looks: Looks): boolean {
  looks.count += (end - start) >> DIGITS_PER_LOOK;
  return holdsTextInRun(bytes, start, end);
}

interface Looks {
  count: number;
}

/** `first`, and further positions in its run from which a text may begin: some after it, and those near the end. */
function startsFrom(bytes: Uint8Array, first: number, end: number, looks: Looks): number[] {
  const starts = [first];
  const last = end - MIN_RUN;
  const front = Math.min(last, first + MAX_FRONT);
  const behind = Math.max(front, end - MAX_BEHIND - 1);
  let piece = nextPiece(bytes, first, front);
  for (; piece >= 0 && starts.length < MAX_STARTS; piece = nextPiece(bytes, piece, front))
    if (mayBeCodedRun(bytes, piece, end, looks)) starts.push(piece);
  if (piece < 0 || piece < end - MAX_BEHIND) piece = nextPiece(bytes, behind, last);
  for (; piece >= 0; piece = nextPiece(bytes, piece, last))
    if (mayBeCodedRun(bytes, piece, end, looks)) starts.push(piece);
  return starts;
}

/**
 * The position after the next separator, if that is at most `last`; -1 if there is none. No text begins with a byte
 * that would start with one of these digits.
 */
function nextPiece(bytes: Uint8Array, piece: number, last: number): number {
  for (let at = piece + 1; at <= last; at++)
    if (PARTS[bytes[at - 1]!] === 1 && PARTS[bytes[at]!] === 0) return at;
  return -1;
}

function mayBeCodedRun(bytes: Uint8Array, start: number, runEnd: number, looks: Looks): boolean {
  looks.count++;
  const end = Math.min(runEnd, start + EXAMINED_DIGITS);
  return (
    end - start >= MIN_RUN &&
    (mayBeBase64(bytes, start, end) ||
      mayBeHex(bytes, start, end) ||
      mayBeWideBase64(bytes, start, end) ||
      packedForm(bytes, start, end) !== null)
  );
}

/**
 * The start of the first run of this length that begins before `until`; -1 if there is none. Only one byte in this many
 * is sampled: where it is not a digit, no long enough run crosses it, and the bytes before need no check.
 */
function runFrom(bytes: Uint8Array, from: number, end: number, until = end): number {
  let start = from;
  for (let last = start + MIN_RUN - 1; start < until && last < end; last = start + MIN_RUN - 1) {
    let at = last;
    while (at >= start && DIGITS[bytes[at]!] === 1) at--;
    if (at < start) return behindHyphens(bytes, start, end);
    start = at + 1;
  }
  return -1;
}

/** Two hyphens belong to no run: the second may begin one. */
function behindHyphens(bytes: Uint8Array, start: number, end: number): number {
  let at = start;
  while (at + 1 < end && bytes[at] === HYPHEN && bytes[at + 1] === HYPHEN) at++;
  return at;
}

/** @param from position after the run's first digit */
function endOfRun(bytes: Uint8Array, from: number, end: number): number {
  let at = from;
  while (at < end && DIGITS[bytes[at]!] === 1 && (bytes[at] !== HYPHEN || bytes[at + 1] !== HYPHEN)) at++;
  return at;
}
