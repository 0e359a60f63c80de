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
/** Within so many digits something may stand in front, in as many pieces as it may have. */
const MAX_FRONT = 64;
/** Of a run: the first pieces may only look like a text. */
const MAX_STARTS = 4;
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

/** Whether some run of digits within bytes[start..end) may be a text; never false where {@link CodedRuns} has one. */
export function hasCodedRun(bytes: Uint8Array, start: number, end: number): boolean {
  for (let from = start; ; ) {
    const run = runFrom(bytes, from, end);
    if (run < 0) return false;
    from = endOfRun(bytes, run, end);
    if (codedStart(bytes, run, run, from, { count: 0 }) >= 0) return true;
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
      const run = runFrom(bytes, this.position, this.end, until);
      if (run < 0) {
        this.position = Math.min(until, this.end);
        return null;
      }
      const end = endOfRun(bytes, run, this.end);
      this.position = end;
      const starts: number[] = [];
      for (
        let start = codedStart(bytes, run, run, end, looks);
        start >= 0 && starts.length < MAX_STARTS;
        start = codedStart(bytes, run, start + 1, end, looks)
      )
        starts.push(start);
      if (starts.length > 0) return { starts, end };
    }
    return null;
  }
}

interface Looks {
  count: number;
}

/** Where in a run, at `from` or behind it, a text may begin: with the run, or behind what parts it; -1: nowhere. */
function codedStart(bytes: Uint8Array, run: number, from: number, end: number, looks: Looks): number {
  if (from === run && mayBeCodedRun(bytes, run, end, looks)) return run;
  const last = Math.min(end - MIN_RUN, run + MAX_FRONT);
  for (let at = Math.max(from, run + 1); at <= last; at++) {
    // No text has a first byte that begins with one of these digits itself.
    if (PARTS[bytes[at - 1]!] === 1 && PARTS[bytes[at]!] === 0 && mayBeCodedRun(bytes, at, end, looks))
      return at;
  }
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
