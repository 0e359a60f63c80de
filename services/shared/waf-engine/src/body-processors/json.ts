import type { ByteString } from '../api.ts';
import type { BodyProcessor, BodySink } from './types.ts';

/**
 * JSON → arguments with libmodsecurity's flattening: `{"a":[{"b":1}]}` is `json.a.array_0.b` = `1`. Numbers keep their
 * spelling, `null` is the empty value, strings are unescaped to UTF-8 bytes. Own parser, because JSON.parse would lose
 * duplicate keys, number spellings and raw bytes. Strict (RFC 8259), and iterative, so that depth costs no stack.
 */
export const jsonProcessor: BodyProcessor = ({ body, limits }, sink) => {
  if (body === '') return null;
  try {
    new JsonReader(body, limits.jsonDepth, sink).read();
    return null;
  } catch (error) {
    if (error instanceof JsonError) return `JSON parsing error: ${error.message}`;
    throw error;
  }
};

/** One long name above many members is repeated in each of their paths: a small body must not become a huge one. */
const NAME_BYTES = 512 * 1024;

class JsonError extends Error {}

interface Container {
  /** Prefix of the keys of what is inside. */
  readonly path: ByteString;
  /** Next index; -1 for an object. */
  index: number;
}

const LITERALS = { t: ['true', 'true'], f: ['false', 'false'], n: ['null', ''] } as const;
const NUMBER = /-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?/y;
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
};

class JsonReader {
  readonly #text: ByteString;
  readonly #maxDepth: number;
  readonly #sink: BodySink;
  readonly #stack: Container[] = [];
  #at = 0;
  #nameBytesLeft: number;
  /** The member name that the next value belongs to. */
  #key: ByteString = 'json';

  constructor(text: ByteString, maxDepth: number, sink: BodySink) {
    this.#text = text;
    this.#maxDepth = maxDepth;
    this.#sink = sink;
    this.#nameBytesLeft = NAME_BYTES + text.length;
  }

  read(): void {
    let expectValue = true;
    while (true) {
      if (expectValue) this.#value();
      const closed = this.#afterValue();
      if (closed === 'done') return;
      expectValue = closed === 'value';
    }
  }

  /** Reads one scalar, or opens a container, up to the first value inside. */
  #value(): void {
    while (true) {
      const next = this.#peek();
      if (next === '{' || next === '[') {
        this.#open(next);
        if (this.#peek() === (next === '{' ? '}' : ']')) return;
        if (next === '{') this.#memberName();
        continue;
      }
      const value = next === '"' ? this.#string() : this.#scalar(next);
      this.#emit(value);
      return;
    }
  }

  #open(bracket: '{' | '['): void {
    this.#at++;
    const path = this.#pathOfNext();
    if (this.#stack.length >= this.#maxDepth) throw new JsonError('depth limit exceeded');
    this.#stack.push({ path, index: bracket === '[' ? 0 : -1 });
  }

  /** Consumes commas and closing brackets up to where another value begins. */
  #afterValue(): 'value' | 'done' {
    while (true) {
      const container = this.#stack.at(-1);
      const next = this.#peek();
      if (container === undefined) {
        if (next !== '') throw new JsonError('trailing garbage');
        return 'done';
      }
      if (next === (container.index < 0 ? '}' : ']')) {
        this.#at++;
        this.#stack.pop();
        const outer = this.#stack.at(-1);
        if (outer !== undefined && outer.index >= 0) outer.index++;
        continue;
      }
      if (next !== ',')
        throw new JsonError(next === '' ? 'premature EOF' : 'unexpected character after value');
      this.#at++;
      if (container.index < 0) this.#memberName();
      return 'value';
    }
  }

  #memberName(): void {
    if (this.#peek() !== '"') throw new JsonError('object key must be a string');
    this.#key = this.#string();
    if (this.#peek() !== ':') throw new JsonError("object key and value must be separated by a colon (':')");
    this.#at++;
  }

  #pathOfNext(): ByteString {
    const container = this.#stack.at(-1);
    if (container === undefined) return 'json';
    return container.index < 0
      ? `${container.path}.${this.#key}`
      : `${container.path}.array_${container.index}`;
  }

  #emit(value: ByteString): void {
    const path = this.#pathOfNext();
    this.#nameBytesLeft -= path.length;
    if (this.#nameBytesLeft < 0) throw new JsonError('member names are too long');
    const container = this.#stack.at(-1);
    if (container !== undefined && container.index >= 0) container.index++;
    if (!this.#sink.argument(path, value)) throw new JsonError('argument limit exceeded');
  }

  #scalar(next: string): ByteString {
    if (next === 't' || next === 'f' || next === 'n') {
      const [literal, value] = LITERALS[next];
      if (!this.#text.startsWith(literal, this.#at)) throw new JsonError('invalid string in json text');
      this.#at += literal.length;
      return value;
    }
    NUMBER.lastIndex = this.#at;
    const number = NUMBER.exec(this.#text)?.[0];
    if (number === undefined)
      throw new JsonError(next === '' ? 'premature EOF' : 'invalid character in json text');
    this.#at += number.length;
    return number;
  }

  #string(): ByteString {
    const text = this.#text;
    let out = '';
    let flushed = ++this.#at;
    while (true) {
      const code = text.charCodeAt(this.#at);
      if (code === 0x22) {
        out += text.slice(flushed, this.#at++);
        return out;
      }
      if (Number.isNaN(code)) throw new JsonError('premature EOF');
      if (code < 0x20) throw new JsonError('invalid character inside string');
      if (code !== 0x5c) {
        this.#at++;
        continue;
      }
      out += text.slice(flushed, this.#at) + this.#escape();
      flushed = this.#at;
    }
  }

  #escape(): ByteString {
    const kind = this.#text[this.#at + 1] ?? '';
    if (kind !== 'u') {
      const plain = ESCAPES[kind];
      if (plain === undefined)
        throw new JsonError('inside a string, a backslash occurs before an unknown character');
      this.#at += 2;
      return plain;
    }
    let code = this.#unicodeEscape();
    const surrogate = code >= 0xd800 && code < 0xdc00 && this.#text.startsWith('\\u', this.#at);
    if (surrogate) {
      const before = this.#at;
      const low = this.#unicodeEscape();
      if (low >= 0xdc00 && low < 0xe000) code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00);
      else this.#at = before;
    }
    return utf8(code);
  }

  #unicodeEscape(): number {
    const hex = this.#text.slice(this.#at + 2, this.#at + 6);
    if (!/^[0-9A-Fa-f]{4}$/.test(hex)) throw new JsonError('invalid (non-hex) character after \\u');
    this.#at += 6;
    return Number.parseInt(hex, 16);
  }

  /** The next significant character, or '' at the end. */
  #peek(): string {
    while (true) {
      const code = this.#text.charCodeAt(this.#at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return this.#text[this.#at] ?? '';
      this.#at++;
    }
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
