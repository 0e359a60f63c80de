import type { FieldName } from './field-name.ts';
import { ENTRY_OVERHEAD, STATIC_ENTRIES } from './static-table.ts';

/** No entry weighs less than 32 bytes. */
const PLACES = 128;
/** Maximum size of a client's decoder table that we use, whatever it offers. */
export const ENCODER_TABLE_BYTES = PLACES * ENTRY_OVERHEAD;

/** The last entry of one name. */
export interface Sent {
  value: string;
  /** Counts the entries of the connection. */
  serial: number;
  /** How often in a row the name came with another value. */
  misses: number;
  /** The value that it came with last, entry or not. */
  latest: string;
}

/** The state of the client's decoder table. For each name only the last entry is looked up. */
export class EncoderTable {
  private readonly sent = new Map<FieldName, Sent>();
  private readonly weights = new Uint16Array(PLACES);
  private storedLimit = ENCODER_TABLE_BYTES;
  private bytes = 0;
  /** Serials of the oldest entry, and of the next one. */
  private oldest = 0;
  private next = 0;

  get limit(): number {
    return this.storedLimit;
  }

  resize(bytes: number): void {
    this.storedLimit = bytes;
    this.shrinkTo(bytes);
  }

  /** Undefined: nothing is known of the name. */
  find(name: FieldName): Sent | undefined {
    return this.sent.get(name);
  }

  /** The entry's number; 0 if it has been pushed out. */
  indexOf(sent: Sent): number {
    return sent.serial < this.oldest ? 0 : STATIC_ENTRIES.length + this.next - sent.serial;
  }

  /** False: too large to be worth a place. */
  takes(name: FieldName, value: string): boolean {
    return 4 * weight(name, value) <= this.storedLimit;
  }

  add(name: FieldName, value: string, known: Sent | undefined): void {
    const bytes = weight(name, value);
    this.shrinkTo(this.storedLimit - bytes);
    this.weights[this.next % PLACES] = bytes;
    this.bytes += bytes;
    if (known === undefined) {
      // Names that have gone are forgotten together, once there are more of them than entries could be.
      if (this.sent.size >= 2 * PLACES) this.forget();
      this.sent.set(name, { value, serial: this.next, misses: 0, latest: value });
    } else {
      known.value = value;
      known.serial = this.next;
      known.latest = value;
    }
    this.next++;
  }

  private shrinkTo(bytes: number): void {
    while (this.oldest < this.next && this.bytes > bytes) {
      this.bytes -= this.weights[this.oldest % PLACES]!;
      this.oldest++;
    }
  }

  private forget(): void {
    for (const [name, sent] of this.sent) {
      if (sent.serial < this.oldest) this.sent.delete(name);
    }
  }
}

function weight(name: FieldName, value: string): number {
  return name.lower.length + value.length + ENTRY_OVERHEAD;
}
