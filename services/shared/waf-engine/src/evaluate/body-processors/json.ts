import type { ByteString } from '../../model/api.ts';
import { IS_INDEX, NO_CONTAINER, PackedArguments } from '../../model/packed-arguments.ts';
import {
  endsSlice,
  inSlices,
  type Pausable,
  type ReadingBudget,
  type Resumable,
} from '../../model/pausable.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import { namesOfEmpty } from './empty-containers.ts';
import { JsonError } from './json-error.ts';
import { MemberRepeats } from './member-repeats.ts';
import { ODD_BYTES, oddObjectNames } from './odd-bytes.ts';
import type { BodyProcessor, BodySource } from './types.ts';
import { utf8 } from './wtf8.ts';

/**
 * JSON → arguments with libmodsecurity's flattening: `{"a":[{"b":1}]}` is `json.a.array_0.b` = `1`. Numbers keep their
 * spelling, `null` is the empty value, strings are unescaped to UTF-8 bytes. Own parser, because JSON.parse would lose
 * duplicate keys, number spellings and raw bytes. Strict (RFC 8259), and iterative, so that depth costs no stack.
 */
export const jsonProcessor: BodyProcessor = function* ({ body, limits }, sink) {
  if (body.length === 0) return null;
  const { jsonDepth } = limits;
  const { found, empty, error } = yield* readJson(body, jsonDepth, sink.argumentsLeft(), sink.budget);
  if (error?.limit) sink.limitExceeded(error.limit);
  const names = limits.everyReading ? yield* namesOfEmpty(empty, found, sink.budget) : [];
  if (limits.everyReading) found.objectNames = yield* oddObjectNames(found, sink.budget);
  sink.packedArguments(found);
  for (const name of names) if (!sink.argument(name, '')) break;
  return error === null ? null : `JSON parsing error: ${error.message}`;
};

/** Results up to the first error; the caller has to release `found`. */
export interface JsonReading {
  readonly found: PackedArguments;
  /** Indexes of the containers without any value inside. */
  readonly empty: readonly number[];
  readonly error: JsonError | null;
}

export function* readJson(
  body: BodySource,
  maxDepth: number,
  argumentsLeft: number,
  budget: ReadingBudget,
): Pausable<JsonReading> {
  const found = PackedArguments.take(body.bytes());
  const reader = new JsonReader(found, body.length, maxDepth, argumentsLeft);
  try {
    yield* inSlices(reader, budget);
    found.isPlain = reader.isPlain;
    return { found, empty: reader.empty, error: null };
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    reader.closeAll();
    return { found, empty: reader.empty, error };
  }
}

/** One long name above many members is repeated in each of their paths: a small body must not become a huge one. */
const NAME_BYTES = 1024 * 1024;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_ARRAY = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_ARRAY = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const PLUS = 0x2b;
const DOT = 0x2e;
const LETTER_E = 0x65;
const LETTER_U = 0x75;
const NO_HEX_DIGIT = 16;
/** Maximum bytes of one string that are read without a pause. */
const CHUNK_BYTES = 8 * 1024;
/** Number of arguments after which repeats are looked for: in short documents that would cost more than it saves. */
const FEW_ARGUMENTS = 8;
/** Instead of a byte, behind the last. */
const END = -1;
/** Instead of an index. */
const IN_OBJECT = -1;

/** By first byte: spelling, and whether the value is the empty one. */
const LITERALS: ReadonlyMap<number, readonly [string, boolean]> = new Map([
  [0x74, ['true', false]],
  [0x66, ['false', false]],
  [0x6e, ['null', true]],
]);
const ESCAPES: ReadonlyMap<number, ByteString> = new Map(
  ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map((pair) => [pair.charCodeAt(0), pair[1]!]),
);

const ORDINARY = 0;
/** What ends a string, begins an escape or may not stand there, and what is looked at more closely afterwards. */
const IN_STRING = ODD_BYTES.map((isOdd, code) => (code < 0x20 || code === QUOTE ? 1 : isOdd));

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

class JsonReader implements Resumable {
  private readonly found: PackedArguments;
  private readonly end: number;
  private readonly maxDepth: number;
  /** Position of the outermost value's name, after the body. */
  private readonly rootStart: number;
  private readonly rootEnd: number;
  /** By depth, from 1: the next index; {@link IN_OBJECT} in an object. */
  private readonly indexes: number[] = [IN_OBJECT];
  /** By depth: number of arguments before the container. */
  private readonly counts: number[] = [0];
  /** Containers that ended with as many arguments as there were before them. */
  readonly empty: number[] = [];
  /** The output array; a new one is allocated when unescaped strings no longer fit. */
  private bytes: Uint8Array;
  /** The innermost open container. */
  private container = NO_CONTAINER;
  private depth = 0;
  private at = 0;
  private nameBytesLeft: number;
  private repeats: MemberRepeats | null = null;
  /** See {@link PackedArguments.isPlain}. */
  isPlain = true;
  private argumentsLeft: number;
  /** Position of the last value: in the body, or after it if it had escapes. */
  private valueStart = 0;
  private valueEnd = 0;
  /** How far a long string has been read, and where in the arena it stands if it had escapes; else -1. */
  private longAt = -1;
  private longFrom = -1;
  /** The member name that the next value belongs to. */
  private keyStart = 0;
  private keyEnd = 0;

  constructor(found: PackedArguments, length: number, maxDepth: number, argumentsLeft: number) {
    const { arena } = found;
    this.found = found;
    this.end = length;
    this.maxDepth = maxDepth;
    this.argumentsLeft = argumentsLeft;
    this.nameBytesLeft = NAME_BYTES + length;
    this.rootStart = arena.used;
    arena.append('json');
    this.rootEnd = arena.used;
    this.bytes = arena.bytes;
  }

  /** Throws a JsonError. */
  resume(budget: ReadingBudget): boolean {
    while (true) {
      const from = Math.max(this.at, this.longAt);
      if (this.longAt < 0) this.value();
      else if (this.resumeString()) this.emit();
      if (this.longAt >= 0) {
        if (endsSlice(budget, CHUNK_BYTES)) return false;
        continue;
      }
      const isAll = !this.moreAfterValue();
      const isOver = endsSlice(budget, this.at - from);
      if (isAll) return true;
      if (isOver) return false;
    }
  }

  /** Reads one scalar, or opens a container, up to the first value inside. */
  private value(): void {
    while (true) {
      const next = this.peek();
      if (next === QUOTE) {
        if (this.string()) this.emit();
        return;
      }
      if (next === OPEN_OBJECT) {
        this.open(false);
        if (this.peek() === CLOSE_OBJECT) return;
        this.memberName();
      } else if (next === OPEN_ARRAY) {
        this.open(true);
        if (this.peek() === CLOSE_ARRAY) return;
      } else {
        this.scalar(next);
        this.emit();
        return;
      }
    }
  }

  private open(isList: boolean): void {
    this.at++;
    if (this.depth >= this.maxDepth) throw new JsonError('depth limit exceeded', 'JSON depth');
    this.container = this.found.open(this.container, this.stepStart(), this.stepEnd(), isList);
    this.indexes[++this.depth] = isList ? 0 : IN_OBJECT;
    this.counts[this.depth] = this.found.count;
  }

  private close(): void {
    if (this.counts[this.depth] === this.found.count) this.empty.push(this.container);
    this.depth--;
    this.container = this.found.parentOf(this.container);
  }

  /** After an error: whatever is open ends there. */
  closeAll(): void {
    while (this.depth > 0) this.close();
  }

  /** Consumes commas and closing brackets up to where another value begins. False at the end. */
  private moreAfterValue(): boolean {
    while (true) {
      const next = this.peek();
      if (this.depth === 0) {
        if (next !== END) throw new JsonError('trailing garbage');
        return false;
      }
      const inObject = this.indexes[this.depth] === IN_OBJECT;
      if (next === COMMA) {
        this.at++;
        if (inObject) this.memberName();
        return true;
      }
      if (next !== (inObject ? CLOSE_OBJECT : CLOSE_ARRAY))
        throw new JsonError(next === END ? 'premature EOF' : 'unexpected character after value');
      this.at++;
      this.close();
      this.countElement();
    }
  }

  private countElement(): void {
    if (this.indexes[this.depth] !== IN_OBJECT) this.indexes[this.depth]!++;
  }

  private memberName(): void {
    if (this.peek() !== QUOTE) throw new JsonError('object key must be a string');
    let isWhole = this.string();
    while (!isWhole) isWhole = this.resumeString();
    this.keyStart = this.valueStart;
    this.keyEnd = this.valueEnd;
    if (this.peek() !== COLON) throw new JsonError("object key and value must be separated by a colon (':')");
    this.at++;
  }

  /** The last step of the next value's name. */
  private stepStart(): number {
    if (this.depth === 0) return this.rootStart;
    const index = this.indexes[this.depth]!;
    return index === IN_OBJECT ? this.keyStart : index;
  }

  private stepEnd(): number {
    if (this.depth === 0) return this.rootEnd;
    return this.indexes[this.depth] === IN_OBJECT ? this.keyEnd : IS_INDEX;
  }

  private emit(): void {
    const found = this.found;
    const container = this.container;
    const stepStart = this.stepStart();
    const stepEnd = this.stepEnd();
    this.nameBytesLeft -= found.nameLength(container, stepStart, stepEnd);
    if (this.nameBytesLeft < 0) throw new JsonError('member names are too long', 'JSON member names');
    if (this.argumentsLeft <= 0) throw new JsonError('argument limit exceeded', 'arguments');
    this.argumentsLeft--;
    found.add(container, stepStart, stepEnd, this.valueStart, this.valueEnd);
    if (found.count > FEW_ARGUMENTS) {
      this.repeats ??= new MemberRepeats();
      this.repeats.mark(found, stepStart, stepEnd, this.valueStart, this.valueEnd);
    }
    this.countElement();
  }

  private scalar(next: number): void {
    const start = this.at;
    if (isDigit(next) || next === MINUS) {
      const end = this.numberEnd(start);
      if (end < 0) throw new JsonError('invalid character in json text');
      this.at = end;
      this.valueStart = start;
    } else {
      const literal = LITERALS.get(next);
      if (literal === undefined)
        throw new JsonError(next === END ? 'premature EOF' : 'invalid character in json text');
      const [spelling, isEmpty] = literal;
      for (let index = 0; index < spelling.length; index++) {
        if (this.byteAt(start + index) !== spelling.charCodeAt(index))
          throw new JsonError('invalid string in json text');
      }
      this.at += spelling.length;
      this.valueStart = isEmpty ? this.at : start;
    }
    this.valueEnd = this.at;
  }

  /** End of the longest number from here; -1 without one. */
  private numberEnd(start: number): number {
    let at = this.byteAt(start) === MINUS ? start + 1 : start;
    if (!isDigit(this.byteAt(at))) return -1;
    at = this.byteAt(at) === ZERO ? at + 1 : this.digitsEnd(at);
    if (this.byteAt(at) === DOT && isDigit(this.byteAt(at + 1))) at = this.digitsEnd(at + 1);
    if ((this.byteAt(at) | 0x20) === LETTER_E) {
      const sign = this.byteAt(at + 1);
      const exponent = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
      if (isDigit(this.byteAt(exponent))) at = this.digitsEnd(exponent);
    }
    return at;
  }

  private digitsEnd(start: number): number {
    let at = start;
    while (isDigit(this.byteAt(at))) at++;
    return at;
  }

  /** END behind the body, though more bytes may stand there. */
  private byteAt(at: number): number {
    return at < this.end ? this.bytes[at]! : END;
  }

  /** False: only the beginning of a long one has been read, {@link resumeString} reads more. */
  private string(): boolean {
    this.longFrom = -1;
    this.valueStart = this.at + 1;
    return this.plain(this.valueStart);
  }

  /** Some more of a long string. */
  private resumeString(): boolean {
    const at = this.longAt;
    this.longAt = -1;
    return this.longFrom < 0 ? this.plain(at) : this.unescape(this.longFrom, at, at);
  }

  /** A string in which there has been no escape yet. */
  private plain(from: number): boolean {
    const bytes = this.bytes;
    const stop = Math.min(this.end, from + CHUNK_BYTES);
    for (let at = from; at < stop; at++) {
      const code = bytes[at]!;
      if (IN_STRING[code] === ORDINARY) continue;
      if (code === QUOTE) {
        this.at = at + 1;
        this.valueEnd = at;
        return true;
      }
      if (code < 0x20) throw new JsonError('invalid character inside string');
      this.isPlain = false;
      if (code === BACKSLASH) return this.unescape(this.found.arena.used, this.valueStart, at);
    }
    if (stop === this.end) throw new JsonError('premature EOF');
    this.longAt = stop;
    return false;
  }

  /**
   * A string from an escape on; what comes before is copied along. `from`: where in the arena it stands, `copied`: where the
   * bytes begin that are not copied yet.
   */
  private unescape(from: number, copied: number, firstEscape: number): boolean {
    const { arena } = this.found;
    const stop = Math.min(this.end, firstEscape + CHUNK_BYTES);
    let flushed = copied;
    let at = firstEscape;
    for (; at < stop; at++) {
      const code = arena.bytes[at]!;
      if (code === QUOTE) break;
      if (code < 0x20) throw new JsonError('invalid character inside string');
      if (code !== BACKSLASH) continue;
      arena.copy(arena.bytes, flushed, at);
      this.at = at;
      arena.append(this.escape());
      flushed = this.at;
      at = flushed - 1;
    }
    if (at >= this.end) throw new JsonError('premature EOF');
    arena.copy(arena.bytes, flushed, at);
    this.bytes = arena.bytes;
    if (at >= stop) {
      this.longFrom = from;
      this.longAt = at;
      return false;
    }
    this.at = at + 1;
    this.valueStart = from;
    this.valueEnd = arena.used;
    return true;
  }

  private escape(): ByteString {
    const kind = this.byteAt(this.at + 1);
    if (kind !== LETTER_U) {
      const plain = ESCAPES.get(kind);
      if (plain === undefined)
        throw new JsonError('inside a string, a backslash occurs before an unknown character');
      this.at += 2;
      return plain;
    }
    let code = this.unicodeEscape();
    const isHigh = code >= 0xd800 && code < 0xdc00;
    if (isHigh && this.byteAt(this.at) === BACKSLASH && this.byteAt(this.at + 1) === LETTER_U) {
      const before = this.at;
      const low = this.unicodeEscape();
      if (low >= 0xdc00 && low < 0xe000) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      else this.at = before;
    }
    return utf8(code);
  }

  private unicodeEscape(): number {
    let code = 0;
    for (let digit = 2; digit < 6; digit++) {
      const byte = this.byteAt(this.at + digit);
      const value = byte === END ? NO_HEX_DIGIT : HEX_VALUE[byte]!;
      if (value >= NO_HEX_DIGIT) throw new JsonError('invalid (non-hex) character after \\u');
      code = code * 16 + value;
    }
    this.at += 6;
    return code;
  }

  /** The next significant byte, or END. */
  private peek(): number {
    const bytes = this.bytes;
    const end = this.end;
    for (let at = this.at; at < end; at++) {
      const code = bytes[at]!;
      if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) {
        this.at = at;
        return code;
      }
    }
    this.at = end;
    return END;
  }
}
