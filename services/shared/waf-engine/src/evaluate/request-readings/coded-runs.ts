import type { ByteString } from '../../model/api.ts';
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
/** Within so many digits, and so many times, something may stand in front. */
const MAX_FRONT = 48;
const MAX_PIECES = 4;

const MAX_BEGINNING = MAX_FRONT + LOOKED_AT + 1;
/** Of a run that is looked at: the next one is written over it. */
const beginning = new Uint8Array(MAX_BEGINNING);

export interface Run {
  readonly start: number;
  readonly end: number;
}

/** Whether some run of digits within bytes[start..end) may be a text; never false where {@link codedRuns} has one. */
export function hasCodedRun(bytes: Uint8Array, start: number, end: number): boolean {
  for (let from = start; ; ) {
    const run = runFrom(bytes, from, end);
    if (run < 0) return false;
    from = endOfRun(bytes, run, end);
    if (codedStart(bytes, run, from) >= 0) return true;
  }
}

/** The same runs in a string; a pattern is quicker there than a look at each byte. */
const RUN = /(?:[A-Za-z0-9+/_]|-(?!-)){16,}/g;

export function holdsCodedRun(value: ByteString): boolean {
  return value.length >= MIN_RUN && codedRuns(value, 1).length > 0;
}

/**
 * Where within a text something stands that may be a text in base64 or hexadecimal digits, whatever stands around it: in a
 * sentence, in a cell of a table, behind a prefix, between quotes of another syntax.
 */
export function codedRuns(value: ByteString, most = Number.POSITIVE_INFINITY): Run[] {
  const runs: Run[] = [];
  RUN.lastIndex = 0;
  for (let found = RUN.exec(value); found !== null && runs.length < most; found = RUN.exec(value)) {
    const { index } = found;
    const { length } = found[0];
    for (let at = 0; at < Math.min(length, MAX_BEGINNING); at++) beginning[at] = found[0].charCodeAt(at);
    const start = codedStart(beginning, 0, Math.min(length, MAX_BEGINNING));
    if (start >= 0) runs.push({ start: index + start, end: index + length });
  }
  return runs;
}

/** Where in a run it begins, -1: nowhere. */
function codedStart(bytes: Uint8Array, run: number, end: number): number {
  if (mayBeCodedRun(bytes, run, end)) return run;
  const last = Math.min(end - MIN_RUN, run + MAX_FRONT);
  let pieces = 0;
  for (let at = run; at < last && pieces < MAX_PIECES; at++) {
    if (PARTS[bytes[at]!] === 0) continue;
    pieces++;
    if (mayBeCodedRun(bytes, at + 1, end)) return at + 1;
  }
  return -1;
}

function mayBeCodedRun(bytes: Uint8Array, start: number, runEnd: number): boolean {
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
 * The start of the first run of so many digits, -1: there is none. Of so many bytes one is looked at; where it is no digit, no run
 * goes over it, and those before it need no look.
 */
function runFrom(bytes: Uint8Array, from: number, end: number): number {
  let start = from;
  for (let last = start + MIN_RUN - 1; last < end; last = start + MIN_RUN - 1) {
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
