import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { BASE64_VALUE_OF_BOTH, NOT_BASE64 } from '../transformations/base64-alphabet.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';

/**
 * A text that begins anywhere within a run of digits: after some that decode to something else, or that are only a
 * prefix. Digits are taken in groups at each possible alignment; a text is a sequence of ASCII groups longer than in
 * practically any random digits (one in thirty million). One group in several is sampled, and its neighbours if it is
 * ASCII.
 */
export const MIN_TEXT = 18;

interface Coding {
  /** Digits of a group, and bytes that it comes to. */
  readonly digits: number;
  readonly bytes: number;
  /** The group's value, its first byte highest; below zero: not all are digits. */
  group(bytes: Uint8Array, at: number): number;
}

const BASE64: Coding = {
  digits: 4,
  bytes: 3,
  group(bytes, at) {
    const [a, b] = [BASE64_VALUE_OF_BOTH[bytes[at]!]!, BASE64_VALUE_OF_BOTH[bytes[at + 1]!]!];
    const [c, d] = [BASE64_VALUE_OF_BOTH[bytes[at + 2]!]!, BASE64_VALUE_OF_BOTH[bytes[at + 3]!]!];
    return a === NOT_BASE64 || b === NOT_BASE64 || c === NOT_BASE64 || d === NOT_BASE64
      ? -1
      : (a << 18) | (b << 12) | (c << 6) | d;
  },
};

const NO_HEX_DIGIT = 16;
const HEX: Coding = {
  digits: 2,
  bytes: 1,
  group(bytes, at) {
    const [high, low] = [HEX_VALUE[bytes[at]!]!, HEX_VALUE[bytes[at + 1]!]!];
    return high >= NO_HEX_DIGIT || low >= NO_HEX_DIGIT ? -1 : (high << 4) | low;
  },
};

interface Span {
  readonly from: number;
  readonly to: number;
}

export interface TextInRun {
  readonly start: number;
  readonly text: ByteString;
}

/** The most digits that the shortest text has. */
const MIN_SPAN = (MIN_TEXT / HEX.bytes) * HEX.digits;
/** Fewer have no place for a text that begins behind something else. */
const MIN_DIGITS = (MIN_TEXT / BASE64.bytes) * BASE64.digits;
/** From one place that a group may begin at; between two moments to pause. */
const PIECE = 16 * 1024;
/** As many digits as a piece has, over all alignments: a run is examined at each of them. */
export const DIGITS_AT_ONCE = PIECE / (BASE64.digits + HEX.digits);

/** The texts within bytes[start..end), which are digits; `null`: a moment to pause, so many digits further. */
export function* textsInRun(bytes: Uint8Array, start: number, end: number): Generator<TextInRun | null> {
  if (end - start < MIN_DIGITS) return;
  for (const coding of [BASE64, HEX])
    for (let phase = 0; phase < coding.digits; phase++) yield* textsFrom(bytes, start + phase, end, coding);
}

/** Whether there is one. `null`: a moment to pause, {@link DIGITS_AT_ONCE} further. */
export function* looksForTextInRun(bytes: Uint8Array, start: number, end: number): Generator<null, boolean> {
  if (end - start < MIN_DIGITS) return false;
  for (const coding of [BASE64, HEX])
    for (let phase = 0; phase < coding.digits; phase++)
      for (const found of spansFrom(bytes, start + phase, end, coding, MIN_SPAN)) {
        if (found !== null) return true;
        yield null;
      }
  return false;
}

/** The same without pauses, for what is short: nearly every session has such a run, and seven generators cost more than the look. */
export function holdsTextInRun(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start < MIN_DIGITS) return false;
  for (let phase = 0; phase < BASE64.digits; phase++)
    if (holdsSpan(bytes, start + phase, end, BASE64)) return true;
  for (let phase = 0; phase < HEX.digits; phase++) if (holdsSpan(bytes, start + phase, end, HEX)) return true;
  return false;
}

/** Whether {@link spansFrom} finds any. */
function holdsSpan(bytes: Uint8Array, first: number, end: number, coding: Coding): boolean {
  const { digits } = coding;
  const stride = (MIN_TEXT / coding.bytes) * digits;
  let floor = first;
  for (let probe = first + stride - digits; probe + digits <= end; ) {
    if (!isAscii(coding.group(bytes, probe))) {
      floor = probe + digits;
      probe += stride;
      continue;
    }
    let from = probe;
    while (from - digits >= floor && isAscii(coding.group(bytes, from - digits))) from -= digits;
    let to = probe + digits;
    while (to + digits <= end && to - from < stride && isAscii(coding.group(bytes, to))) to += digits;
    if (to - from >= stride) return true;
    floor = to + digits;
    probe = to + stride;
  }
  return false;
}

function* textsFrom(
  bytes: Uint8Array,
  first: number,
  end: number,
  coding: Coding,
): Generator<TextInRun | null> {
  for (const span of spansFrom(bytes, first, end, coding, Number.POSITIVE_INFINITY))
    yield span === null ? null : { start: span.from, text: yield* textOf(bytes, span, coding) };
}

/** Groups in a row that are ASCII, as many as a text has at least; of longer ones so many digits. */
function* spansFrom(
  bytes: Uint8Array,
  first: number,
  end: number,
  coding: Coding,
  most: number,
): Generator<Span | null> {
  const { digits } = coding;
  const stride = (MIN_TEXT / coding.bytes) * digits;
  let floor = first;
  let pausedAt = first;
  for (let probe = first + stride - digits; probe + digits <= end; ) {
    if (probe - pausedAt >= PIECE) {
      pausedAt = probe;
      yield null;
    }
    if (!isAscii(coding.group(bytes, probe))) {
      floor = probe + digits;
      probe += stride;
      continue;
    }
    let from = probe;
    while (from - digits >= floor && isAscii(coding.group(bytes, from - digits))) from -= digits;
    let to = probe + digits;
    for (; to + digits <= end && to - from < most && isAscii(coding.group(bytes, to)); to += digits)
      if (to - pausedAt >= PIECE) {
        pausedAt = to;
        yield null;
      }
    if (to - from >= stride) yield { from, to };
    floor = to + digits;
    probe = to + stride;
  }
}

function isAscii(group: number): boolean {
  return (
    group >= 0 &&
    IS_ASCII[group & 0xff] === 1 &&
    (group <= 0xff || (IS_ASCII[(group >> 8) & 0xff] === 1 && IS_ASCII[group >> 16] === 1))
  );
}

const IS_ASCII = Uint8Array.from({ length: 256 }, (_, byte) =>
  (byte >= 0x20 && byte < 0x7f) || (byte >= 9 && byte <= 13) ? 1 : 0,
);

function* textOf(
  bytes: Uint8Array,
  { from, to }: Span,
  { digits, bytes: count, group }: Coding,
): Generator<null, ByteString> {
  const out = new Uint8Array(((to - from) / digits) * count);
  let used = 0;
  let pausedAt = from;
  for (let at = from; at < to; at += digits) {
    if (at - pausedAt >= PIECE) {
      pausedAt = at;
      yield null;
    }
    const value = group(bytes, at);
    for (let byte = count - 1; byte >= 0; byte--) out[used++] = value >> (8 * byte);
  }
  return bytesToLatin1(out, 0, used);
}
