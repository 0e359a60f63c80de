import { HeaderField } from '../http2/header-field.ts';
import { ENTRY_OVERHEAD, STATIC_ENTRIES } from './static-table.ts';

const STATIC: readonly HeaderField[] = STATIC_ENTRIES.map(([name, value]) => new HeaderField(name, value));

/** The fields that a client may name by number: everybody's, and those that it has said before. */
export class DecoderTable {
  private readonly allowed: number;
  /** A ring; the oldest entry is at #first. */
  private ring: (HeaderField | undefined)[] = [];
  private first = 0;
  private count = 0;
  private bytes = 0;
  private limit: number;

  constructor(allowedBytes: number) {
    this.allowed = allowedBytes;
    this.limit = allowedBytes;
  }

  /** Null: the table has no entry of this number. */
  at(index: number): HeaderField | null {
    if (index <= STATIC.length) return STATIC[index - 1] ?? null;
    const age = index - STATIC.length - 1;
    if (age >= this.count) return null;
    return this.ring[(this.first + this.count - 1 - age) & (this.ring.length - 1)]!;
  }

  /** False: more than the client was allowed. */
  resize(bytes: number): boolean {
    if (bytes > this.allowed) return false;
    this.limit = bytes;
    this.shrinkTo(bytes);
    return true;
  }

  /** An entry that is larger than the table empties it (RFC 7541, 4.4). */
  add(field: HeaderField): void {
    const bytes = weight(field);
    this.shrinkTo(this.limit - bytes);
    if (bytes > this.limit) return;
    if (this.count === this.ring.length) this.grow();
    this.ring[(this.first + this.count) & (this.ring.length - 1)] = field;
    this.count++;
    this.bytes += bytes;
  }

  private shrinkTo(bytes: number): void {
    while (this.count > 0 && this.bytes > bytes) {
      this.bytes -= weight(this.ring[this.first]!);
      this.ring[this.first] = undefined;
      this.first = (this.first + 1) & (this.ring.length - 1);
      this.count--;
    }
  }

  /** To the next power of two; an entry weighs 32 bytes at least, which bounds it. */
  private grow(): void {
    const { length } = this.ring;
    const larger = new Array<HeaderField | undefined>(Math.max(16, 2 * length)).fill(undefined);
    for (let index = 0; index < this.count; index++) {
      larger[index] = this.ring[(this.first + index) & (length - 1)];
    }
    this.ring = larger;
    this.first = 0;
  }
}

function weight(field: HeaderField): number {
  return field.name.length + field.value.length + ENTRY_OVERHEAD;
}
