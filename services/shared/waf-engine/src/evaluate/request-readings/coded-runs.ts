import { Subject, writeLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { MUCH, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { byteRange, byteSet } from '../transformations/byte-classes.ts';
import { mayBeBase64, mayBeWideBase64 } from './base64-text.ts';
import { mayBeHex } from './hex-text.ts';
import { packedForm } from './packed-head.ts';

/** Of base64 in either alphabet and hexadecimal digits; padding ends a run, and so do two hyphens. */
const DIGITS = byteSet('+/_-', byteRange(0x30, 0x39), byteRange(0x41, 0x5a), byteRange(0x61, 0x7a));
/** What parts a run into pieces, if it is no digit: a version, a path or a name in front. */
const PARTS = byteSet('/_-');
const HYPHEN = 0x2d;
/** Hardly a word has so many, and twelve bytes are the shortest attack that is worth hiding. */
const MIN_RUN = 16;
/** A shorter text has nothing within it that is worth hiding there. */
export const MIN_WITHIN = MIN_RUN;
/** A look at a run's beginning needs no more. */
const LOOKED_AT = 96;
/** Of pieces that look like a text, so many at the beginning of a run are told, where they stand within so many digits. */
const MAX_STARTS = 4;
const MAX_FRONT = 64;
/**
 * Pieces in front that only look like a text must not hide the last one, which is what programs take of a path: all that begin in so
 * many digits at the end of a run are told as well. Between the two nobody looks, and each of these costs no more than its digits.
 */
const MAX_BEHIND = 1024;
/** At a stretch. */
const MAX_LOOKS = 512;
/** A look at a run's beginning, or at a piece's, by four readers. */
const STEPS_PER_LOOK = 100;

/** Of a string that is looked at: the next one is written over it. */
const asked = new Subject();

export interface Run {
  /** Where a text may begin in it, the first of them first. */
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
    from = endOfRun(bytes, run, end);
    for (let piece = run; piece >= 0; piece = nextPiece(bytes, piece, from))
      if (mayBeCodedRun(bytes, piece, from, looks)) return true;
  }
}

/** The same of much, with pauses. */
export const hasCodedRunInSlices = (
  bytes: Uint8Array,
  start: number,
  end: number,
  budget: ReadingBudget,
): Pausable<boolean> => holdsOne(new CodedRuns(bytes, start, end), end, budget);

export const holdsCodedRunInSlices = (value: ByteString, budget: ReadingBudget): Pausable<boolean> =>
  holdsOne(CodedRuns.ofText(value), value.length, budget);

function* holdsOne(runs: CodedRuns, end: number, budget: ReadingBudget): Pausable<boolean> {
  while (runs.position < end) {
    if (runs.next(runs.position + MUCH, budget) !== null) return true;
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
 * Where within a text something stands that may be a text in base64 or hexadecimal digits, whatever stands around it: in a
 * sentence, in a cell of a table, behind a prefix, between quotes of another syntax.
 */
export class CodedRuns {
  private readonly bytes: Uint8Array;
  private readonly end: number;
  /** What is before it has been looked at. */
  position: number;
  /** Of the run that it stands in; before it: it stands in none. */
  private runEnd = 0;

  constructor(bytes: Uint8Array, start = 0, end = bytes.length) {
    this.bytes = bytes;
    this.position = start;
    this.end = end;
  }

  static ofText(value: ByteString): CodedRuns {
    const bytes = new Uint8Array(value.length);
    writeLatin1(value, bytes);
    return new CodedRuns(bytes);
  }

  /** The next of them that begins before `until`; null: none does, or there was much to look at before it. */
  next(until: number, budget: ReadingBudget): Run | null {
    const from = this.position;
    const counted: Looks = { count: 0 };
    const run = this.find(until, counted);
    // A look at one byte in several is no reading of each.
    budget.steps += this.position - from + counted.count * STEPS_PER_LOOK;
    return run;
  }

  private find(until: number, looks: Looks): Run | null {
    const { bytes } = this;
    while (this.position < until && looks.count < MAX_LOOKS) {
      if (this.runEnd <= this.position) {
        const run = runFrom(bytes, this.position, this.end, until);
        if (run < 0) {
          this.position = Math.min(until, this.end);
          return null;
        }
        this.position = run;
        this.runEnd = endOfRun(bytes, run, this.end);
      }
      const piece = this.position;
      const end = this.runEnd;
      if (mayBeCodedRun(bytes, piece, end, looks)) {
        this.position = end;
        return { starts: startsFrom(bytes, piece, end, looks), end };
      }
      const next = nextPiece(bytes, piece, end);
      this.position = next < 0 ? end : next;
    }
    return null;
  }
}

interface Looks {
  count: number;
}

/** `first` and where else a text may begin in its run: some behind it, and those at the end. */
function startsFrom(bytes: Uint8Array, first: number, end: number, looks: Looks): number[] {
  const starts = [first];
  const front = first + MAX_FRONT;
  let piece = nextPiece(bytes, first, end);
  for (; piece >= 0 && piece <= front && starts.length < MAX_STARTS; piece = nextPiece(bytes, piece, end))
    if (mayBeCodedRun(bytes, piece, end, looks)) starts.push(piece);
  if (piece >= 0 && piece < end - MAX_BEHIND) piece = nextPiece(bytes, end - MAX_BEHIND, end);
  for (; piece >= 0; piece = nextPiece(bytes, piece, end))
    if (mayBeCodedRun(bytes, piece, end, looks)) starts.push(piece);
  return starts;
}

/**
 * What stands behind the next sign that parts a run, if it is long enough; -1: nothing is. No text has a first byte that begins with
 * one of these digits itself.
 */
function nextPiece(bytes: Uint8Array, piece: number, end: number): number {
  const last = end - MIN_RUN;
  for (let at = piece + 1; at <= last; at++)
    if (PARTS[bytes[at - 1]!] === 1 && PARTS[bytes[at]!] === 0) return at;
  return -1;
}

function mayBeCodedRun(bytes: Uint8Array, start: number, runEnd: number, looks: Looks): boolean {
  looks.count++;
  const end = Math.min(runEnd, start + LOOKED_AT);
  return (
    end - start >= MIN_RUN &&
    (mayBeBase64(bytes, start, end) ||
      mayBeHex(bytes, start, end) ||
      mayBeWideBase64(bytes, start, end) ||
      packedForm(bytes, start, end) !== null)
  );
}

/**
 * The start of the first run of so many digits that begins before `until`, -1: there is none. Of so many bytes one is looked at; where it is no digit, no run
 * goes over it, and those before it need no look.
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

/** Always beyond its start. */
function endOfRun(bytes: Uint8Array, start: number, end: number): number {
  let at = start + 1;
  while (at < end && DIGITS[bytes[at]!] === 1 && (bytes[at] !== HYPHEN || bytes[at + 1] !== HYPHEN)) at++;
  return at;
}
