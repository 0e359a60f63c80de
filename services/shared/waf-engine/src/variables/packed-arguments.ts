import type { ByteString } from '../api.ts';
import { bytesToLatin1, Latin1Buffer } from '../latin1.ts';
import { Entry } from './entry.ts';

/** Bytes that are written one behind the other. */
export class ByteArena {
  used = 0;
  #buffer: Latin1Buffer;

  constructor(size: number) {
    this.#buffer = new Latin1Buffer(size);
  }

  get bytes(): Uint8Array {
    return this.#buffer.bytes;
  }

  copy(from: Uint8Array, start: number, end: number): void {
    this.#reserve(end - start);
    const { bytes } = this;
    let at = this.used;
    for (let index = start; index < end; index++) bytes[at++] = from[index]!;
    this.used = at;
  }

  append(text: ByteString): void {
    this.#reserve(text.length);
    this.#buffer.write(text, this.used);
    this.used += text.length;
  }

  #reserve(length: number): void {
    if (this.used + length <= this.bytes.length) return;
    const larger = new Latin1Buffer((this.used + length) * 2);
    larger.bytes.set(this.bytes.subarray(0, this.used));
    this.#buffer = larger;
  }
}

const NUMBERS_EACH = 4;

/**
 * Many arguments in one array of bytes: a document of ten kilobytes has hundreds, most of which no rule ever wants to see
 * as more than bytes.
 *
 *     bytes    ┌ body ──────────────────┬ names, values that had escapes ┐
 *     offsets  [name from, to, value from, to] [name from, …
 */
export class PackedArguments {
  /** The body, then names, and values that had escapes. */
  readonly arena: ByteArena;
  count = 0;
  #offsets = new Int32Array(64 * NUMBERS_EACH);

  /** `body`: so that values can be pointed at. */
  constructor(body: ByteString) {
    this.arena = new ByteArena(body.length * 2 + 1024);
    this.arena.append(body);
  }

  add(nameStart: number, nameEnd: number, valueStart: number, valueEnd: number): void {
    const at = this.count * NUMBERS_EACH;
    if (at === this.#offsets.length) {
      const larger = new Int32Array(at * 2);
      larger.set(this.#offsets);
      this.#offsets = larger;
    }
    this.#offsets[at] = nameStart;
    this.#offsets[at + 1] = nameEnd;
    this.#offsets[at + 2] = valueStart;
    this.#offsets[at + 3] = valueEnd;
    this.count++;
  }

  nameStart(index: number): number {
    return this.#offsets[index * NUMBERS_EACH]!;
  }

  nameEnd(index: number): number {
    return this.#offsets[index * NUMBERS_EACH + 1]!;
  }

  valueStart(index: number): number {
    return this.#offsets[index * NUMBERS_EACH + 2]!;
  }

  valueEnd(index: number): number {
    return this.#offsets[index * NUMBERS_EACH + 3]!;
  }

  entries(collection: string): Entry[] {
    const text = bytesToLatin1(this.arena.bytes.subarray(0, this.arena.used));
    return Array.from({ length: this.count }, (_, index) => {
      const name = text.slice(this.nameStart(index), this.nameEnd(index));
      return new Entry(collection, name, text.slice(this.valueStart(index), this.valueEnd(index)));
    });
  }
}
