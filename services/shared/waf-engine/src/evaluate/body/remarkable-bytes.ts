import type { PackedArguments } from '../../model/packed-arguments.ts';
import { alone, type Pausable, type ReadingBudget } from '../../model/pausable.ts';
import { hasOddByte, ODD_BYTES } from '../body-processors/odd-bytes.ts';
import { hasCodedRun, hasCodedRunInSlices, MIN_WITHIN } from '../request-readings/coded-runs.ts';
import { mayBeCodedBytes } from '../request-readings/coded-text.ts';
import { mayBeTable } from '../request-readings/table-cells.ts';
import { byteSet } from '../transformations/byte-classes.ts';

const LINE_FEED = 0x0a;
const PERCENT = 0x25;
const AMPERSAND = 0x26;
const COMMA = 0x2c;

/**
 * `isRemarkableText` for arguments that are still bytes, without creating a string for each. The bytes of a form contain its own
 * escapes, which are not part of any value.
 */
export class RemarkableBytes {
  private readonly bytes: Uint8Array;
  private readonly budget: ReadingBudget;
  /** In any of the arguments. There is no such check for runs of digits: without their escapes, neighbours' digits touch. */
  private readonly hasOddBytes: boolean;
  private readonly hasLines: boolean;

  constructor({ arena, isForm, isPlain }: PackedArguments, budget: ReadingBudget) {
    const { bytes, used } = arena;
    this.bytes = bytes;
    this.budget = budget;
    this.hasOddBytes = !isPlain && hasOddWord(bytes, used, isForm ? PERCENT : AMPERSAND);
    this.hasLines = !isPlain && bytes.subarray(0, used).includes(LINE_FEED);
  }

  /** On bytes[start..end). */
  test(start: number, end: number): boolean {
    return (
      this.testBesidesRuns(start, end) ||
      (end - start >= MIN_WITHIN && hasCodedRun(this.bytes, start, end, this.budget))
    );
  }

  /** The same of many, with pauses. */
  *testInSlices(start: number, end: number): Pausable<boolean> {
    return (
      (yield* alone(this.budget, end - start, () => this.testBesidesRuns(start, end))) ||
      (yield* hasCodedRunInSlices(this.bytes, start, end, this.budget))
    );
  }

  private testBesidesRuns(start: number, end: number): boolean {
    const { bytes } = this;
    return (
      startsDocument(bytes, start, end) ||
      mayBeCodedBytes(bytes, start, end) ||
      (this.hasOddBytes && hasOddByte(bytes, start, end)) ||
      (this.hasLines && mayBeTable(bytes, start, end))
    );
  }
}

/** For many arguments, all of their bytes are checked first, unless their parser has done so. */
export function* lookInSlices(packed: PackedArguments, budget: ReadingBudget): Pausable<RemarkableBytes> {
  if (packed.isPlain) return new RemarkableBytes(packed, budget);
  return yield* alone(budget, packed.arena.used, () => new RemarkableBytes(packed, budget));
}

/** 1 for brackets, quotes, tags, and what comments and prefixes before a document begin with. */
const STARTS_DOCUMENT = byteSet('{["/)#<');

/** Words that a document of GraphQL begins with, by their first bytes. */
const QUERY_WORDS = new Map(
  ['query', 'mutation', 'subscription', 'fragment'].map((word) => [word.charCodeAt(0), word]),
);

function startsDocument(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at++) {
    const byte = bytes[at]!;
    if (byte <= 0x20 || byte === COMMA) continue;
    if (STARTS_DOCUMENT[byte] === 1) return true;
    const word = QUERY_WORDS.get(byte);
    return word !== undefined && startsWith(bytes, at, end, word);
  }
  return false;
}

function startsWith(bytes: Uint8Array, start: number, end: number, word: string): boolean {
  if (end - start < word.length) return false;
  for (let at = 1; at < word.length; at++) if (bytes[start + at] !== word.charCodeAt(at)) return false;
  return true;
}

/**
 * Checks the first bytes, four at a time. In a form an ampersand in a value comes from an escape, and so does a percent
 * sign.
 */
function hasOddWord(bytes: Uint8Array, length: number, third: number): boolean {
  const words = new Uint32Array(bytes.buffer, bytes.byteOffset, length >> 2);
  const thirds = third * 0x01010101;
  for (let at = 0; at < words.length; at++) {
    const word = words[at]!;
    const percents = word ^ 0x25252525;
    const backslashes = word ^ 0x5c5c5c5c;
    const others = word ^ thirds;
    const stars = word ^ 0x2a2a2a2a;
    const found =
      word |
      // Below a blank.
      ((word - 0x20202020) & ~word) |
      ((stars - 0x01010101) & ~stars) |
      ((percents - 0x01010101) & ~percents) |
      ((backslashes - 0x01010101) & ~backslashes) |
      ((others - 0x01010101) & ~others);
    if ((found & 0x80808080) !== 0) return true;
  }
  for (let at = length & ~3; at < length; at++) if (ODD_BYTES[bytes[at]!] === 1) return true;
  return false;
}
