import type { ByteString } from '../api.ts';
import { HEX_VALUE } from '../transformations/byte-classes.ts';
import { ByteArena, PackedArguments } from '../variables/packed-arguments.ts';
import type { BodyProcessor } from './types.ts';

/**
 * JSON → arguments with libmodsecurity's flattening: `{"a":[{"b":1}]}` is `json.a.array_0.b` = `1`. Numbers keep their
 * spelling, `null` is the empty value, strings are unescaped to UTF-8 bytes. Own parser, because JSON.parse would lose
 * duplicate keys, number spellings and raw bytes. Strict (RFC 8259), and iterative, so that depth costs no stack.
 */
export const jsonProcessor: BodyProcessor = ({ body, limits }, sink) => {
  if (body === '') return null;
  const found = new PackedArguments(body);
  const reader = new JsonReader(found, body.length, limits.jsonDepth, sink.argumentsLeft());
  try {
    reader.read();
    return null;
  } catch (error) {
    if (error instanceof JsonError) return `JSON parsing error: ${error.message}`;
    throw error;
  } finally {
    sink.packedArguments(found);
  }
};

/** One long name above many members is repeated in each of their paths: a small body must not become a huge one. */
const NAME_BYTES = 512 * 1024;

class JsonError extends Error {}

interface Container {
  /** How much of the path leads here. */
  readonly pathLength: number;
  /** Next index; -1 for an object. */
  index: number;
}

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
/** Instead of a byte, behind the last. */
const END = -1;

/** By first byte: spelling, and whether the value is the empty one. */
const LITERALS: ReadonlyMap<number, readonly [string, boolean]> = new Map([
  [0x74, ['true', false]],
  [0x66, ['false', false]],
  [0x6e, ['null', true]],
]);
const ESCAPES: ReadonlyMap<number, ByteString> = new Map(
  ['""', '\\\\', '//', 'b\b', 'f\f', 'n\n', 'r\r', 't\t'].map((pair) => [pair.charCodeAt(0), pair[1]!]),
);

const isDigit = (code: number): boolean => code >= ZERO && code <= NINE;

class JsonReader {
  readonly #found: PackedArguments;
  readonly #end: number;
  readonly #maxDepth: number;
  readonly #stack: Container[] = [];
  /** The name of the innermost container. */
  readonly #path = new ByteArena(256);
  /** The innermost open container. */
  #container: Container | null = null;
  #at = 0;
  #nameBytesLeft: number;
  #argumentsLeft: number;
  /** Where the string that was read last stands: in the body, or behind it if it had escapes. */
  #stringStart = 0;
  #stringEnd = 0;
  /** The member name that the next value belongs to. */
  #keyStart = 0;
  #keyEnd = 0;

  constructor(found: PackedArguments, length: number, maxDepth: number, argumentsLeft: number) {
    this.#found = found;
    this.#end = length;
    this.#maxDepth = maxDepth;
    this.#argumentsLeft = argumentsLeft;
    this.#nameBytesLeft = NAME_BYTES + length;
  }

  read(): void {
    do this.#value();
    while (this.#moreAfterValue());
  }

  /** Reads one scalar, or opens a container, up to the first value inside. */
  #value(): void {
    while (true) {
      const next = this.#peek();
      if (next === OPEN_OBJECT) {
        this.#open(-1);
        if (this.#peek() === CLOSE_OBJECT) return;
        this.#memberName();
      } else if (next === OPEN_ARRAY) {
        this.#open(0);
        if (this.#peek() === CLOSE_ARRAY) return;
      } else {
        if (next === QUOTE) this.#string();
        else this.#scalar(next);
        this.#emit(this.#stringStart, this.#stringEnd);
        return;
      }
    }
  }

  /** `index` 0 for an array, -1 for an object. */
  #open(index: number): void {
    this.#at++;
    if (this.#stack.length >= this.#maxDepth) throw new JsonError('depth limit exceeded');
    this.#writeStep(this.#path);
    this.#container = { pathLength: this.#path.used, index };
    this.#stack.push(this.#container);
  }

  /** Consumes commas and closing brackets up to where another value begins. False at the end. */
  #moreAfterValue(): boolean {
    while (true) {
      const container = this.#container;
      const next = this.#peek();
      if (container === null) {
        if (next !== END) throw new JsonError('trailing garbage');
        return false;
      }
      if (next === COMMA) {
        this.#at++;
        if (container.index < 0) this.#memberName();
        return true;
      }
      if (next !== (container.index < 0 ? CLOSE_OBJECT : CLOSE_ARRAY))
        throw new JsonError(next === END ? 'premature EOF' : 'unexpected character after value');
      this.#at++;
      this.#stack.pop();
      this.#container = this.#stack.at(-1) ?? null;
      this.#path.used = this.#container?.pathLength ?? 0;
      if (this.#container !== null && this.#container.index >= 0) this.#container.index++;
    }
  }

  #memberName(): void {
    if (this.#peek() !== QUOTE) throw new JsonError('object key must be a string');
    this.#string();
    this.#keyStart = this.#stringStart;
    this.#keyEnd = this.#stringEnd;
    if (this.#peek() !== COLON)
      throw new JsonError("object key and value must be separated by a colon (':')");
    this.#at++;
  }

  /** Writes the last step of the next value's name. */
  #writeStep(into: ByteArena): void {
    const container = this.#container;
    if (container === null) into.append('json');
    else if (container.index < 0) {
      into.append('.');
      into.copy(this.#found.arena.bytes, this.#keyStart, this.#keyEnd);
    } else into.append(`.array_${container.index}`);
  }

  #emit(valueStart: number, valueEnd: number): void {
    const { arena } = this.#found;
    const path = this.#path;
    const nameStart = arena.used;
    // Counted beforehand: what is too much is not to be written either.
    if (path.used > this.#nameBytesLeft) throw new JsonError('member names are too long');
    arena.copy(path.bytes, 0, path.used);
    this.#writeStep(arena);
    this.#nameBytesLeft -= arena.used - nameStart;
    if (this.#nameBytesLeft < 0) throw new JsonError('member names are too long');
    const container = this.#container;
    if (container !== null && container.index >= 0) container.index++;
    if (this.#argumentsLeft <= 0) throw new JsonError('argument limit exceeded');
    this.#argumentsLeft--;
    this.#found.add(nameStart, arena.used, valueStart, valueEnd);
  }

  #scalar(next: number): void {
    const start = this.#at;
    const literal = LITERALS.get(next);
    if (literal !== undefined) {
      const [spelling, isEmpty] = literal;
      for (let index = 0; index < spelling.length; index++) {
        if (this.#byteAt(start + index) !== spelling.charCodeAt(index))
          throw new JsonError('invalid string in json text');
      }
      this.#at += spelling.length;
      this.#stringStart = isEmpty ? this.#at : start;
    } else {
      const end = this.#numberEnd(start);
      if (end < 0) throw new JsonError(next === END ? 'premature EOF' : 'invalid character in json text');
      this.#at = end;
      this.#stringStart = start;
    }
    this.#stringEnd = this.#at;
  }

  /** Where the longest number from here ends; -1: there is none. */
  #numberEnd(start: number): number {
    let at = this.#byteAt(start) === MINUS ? start + 1 : start;
    if (!isDigit(this.#byteAt(at))) return -1;
    at = this.#byteAt(at) === ZERO ? at + 1 : this.#digitsEnd(at);
    if (this.#byteAt(at) === DOT && isDigit(this.#byteAt(at + 1))) at = this.#digitsEnd(at + 1);
    if ((this.#byteAt(at) | 0x20) === LETTER_E) {
      const sign = this.#byteAt(at + 1);
      const exponent = sign === PLUS || sign === MINUS ? at + 2 : at + 1;
      if (isDigit(this.#byteAt(exponent))) at = this.#digitsEnd(exponent);
    }
    return at;
  }

  #digitsEnd(start: number): number {
    let at = start;
    while (isDigit(this.#byteAt(at))) at++;
    return at;
  }

  /** END behind the body, though more bytes may stand there. */
  #byteAt(at: number): number {
    return at < this.#end ? this.#found.arena.bytes[at]! : END;
  }

  #string(): void {
    const { bytes } = this.#found.arena;
    const end = this.#end;
    const start = this.#at + 1;
    for (let at = start; at < end; at++) {
      const code = bytes[at]!;
      if (code === QUOTE) {
        this.#at = at + 1;
        this.#stringStart = start;
        this.#stringEnd = at;
        return;
      }
      if (code < 0x20) throw new JsonError('invalid character inside string');
      if (code === BACKSLASH) {
        this.#unescape(start, at);
        return;
      }
    }
    throw new JsonError('premature EOF');
  }

  /** The rest of a string from its first escape on; what comes before is copied along. */
  #unescape(start: number, firstEscape: number): void {
    const { arena } = this.#found;
    const from = arena.used;
    let flushed = start;
    let at = firstEscape;
    for (; at < this.#end; at++) {
      const code = arena.bytes[at]!;
      if (code === QUOTE) break;
      if (code < 0x20) throw new JsonError('invalid character inside string');
      if (code !== BACKSLASH) continue;
      arena.copy(arena.bytes, flushed, at);
      this.#at = at;
      arena.append(this.#escape());
      flushed = this.#at;
      at = flushed - 1;
    }
    if (at >= this.#end) throw new JsonError('premature EOF');
    arena.copy(arena.bytes, flushed, at);
    this.#at = at + 1;
    this.#stringStart = from;
    this.#stringEnd = arena.used;
  }

  #escape(): ByteString {
    const kind = this.#byteAt(this.#at + 1);
    if (kind !== LETTER_U) {
      const plain = ESCAPES.get(kind);
      if (plain === undefined)
        throw new JsonError('inside a string, a backslash occurs before an unknown character');
      this.#at += 2;
      return plain;
    }
    let code = this.#unicodeEscape();
    const isHigh = code >= 0xd800 && code < 0xdc00;
    if (isHigh && this.#byteAt(this.#at) === BACKSLASH && this.#byteAt(this.#at + 1) === LETTER_U) {
      const before = this.#at;
      const low = this.#unicodeEscape();
      if (low >= 0xdc00 && low < 0xe000) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      else this.#at = before;
    }
    return utf8(code);
  }

  #unicodeEscape(): number {
    let code = 0;
    for (let digit = 2; digit < 6; digit++) {
      const byte = this.#byteAt(this.#at + digit);
      const value = byte === END ? NO_HEX_DIGIT : HEX_VALUE[byte]!;
      if (value >= NO_HEX_DIGIT) throw new JsonError('invalid (non-hex) character after \\u');
      code = code * 16 + value;
    }
    this.#at += 6;
    return code;
  }

  /** The next significant byte, or END. */
  #peek(): number {
    const { bytes } = this.#found.arena;
    for (let at = this.#at; at < this.#end; at++) {
      const code = bytes[at]!;
      if (code > 0x20 || (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09)) {
        this.#at = at;
        return code;
      }
    }
    this.#at = this.#end;
    return END;
  }
}

/** A lone surrogate is encoded like any other code point (WTF-8), so that rules see distinct bytes. */
function utf8(code: number): ByteString {
  const trail = (value: number) => String.fromCharCode(0x80 | (value & 0x3f));
  if (code < 0x80) return String.fromCharCode(code);
  if (code < 0x800) return String.fromCharCode(0xc0 | (code >> 6)) + trail(code);
  if (code < 0x10000) return String.fromCharCode(0xe0 | (code >> 12)) + trail(code >> 6) + trail(code);
  return String.fromCharCode(0xf0 | (code >> 18)) + trail(code >> 12) + trail(code >> 6) + trail(code);
}
