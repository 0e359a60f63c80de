import { bytesToLatin1, Latin1Buffer } from './latin1.ts';

const USUAL_SIZE = 16 * 1024;
/** A buffer for larger values is given back. */
const KEPT_SIZE = 1024 * 1024;

/**
 * A value to be scanned. Going through a string byte by byte asks V8 at every byte what kind of string it is; in an array
 * of bytes each pass costs a third. The text is made when something asks for it.
 */
export class Subject {
  bytes: Uint8Array;
  start = 0;
  end = 0;
  /** What somebody found out about the bytes in passing, as bits with a meaning of their own; all of them: nothing yet. */
  traits = -1;
  private own = new Latin1Buffer(USUAL_SIZE);
  private storedText: string | null = null;

  constructor() {
    this.bytes = this.own.bytes;
  }

  /** Overwrites what this object held before. */
  ofText(text: string): this {
    if (text.length > this.own.bytes.length || this.own.bytes.length > KEPT_SIZE) {
      this.own = new Latin1Buffer(Math.max(USUAL_SIZE, text.length));
    }
    this.own.write(text, 0);
    this.bytes = this.own.bytes;
    this.start = 0;
    this.end = text.length;
    this.traits = -1;
    this.storedText = text;
    return this;
  }

  /** Looks at bytes that must not change meanwhile. */
  ofBytes(bytes: Uint8Array, start: number, end: number): this {
    this.bytes = bytes;
    this.start = start;
    this.end = end;
    this.traits = -1;
    this.storedText = null;
    return this;
  }

  /** Another value, byte by byte as the table says. */
  ofMapped(other: Subject, map: Uint8Array): this {
    const length = other.end - other.start;
    if (length > this.own.bytes.length) this.own = new Latin1Buffer(length);
    const { bytes } = this.own;
    const from = other.bytes;
    for (let index = 0; index < length; index++) bytes[index] = map[from[other.start + index]!]!;
    return this.ofBytes(bytes, 0, length);
  }

  get length(): number {
    return this.end - this.start;
  }

  get text(): string {
    this.storedText ??= bytesToLatin1(this.bytes, this.start, this.end);
    return this.storedText;
  }
}
