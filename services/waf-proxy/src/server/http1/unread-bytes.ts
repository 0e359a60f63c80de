import { copyOf } from '../../io/shared-read-buffer.ts';

const NOTHING = Buffer.alloc(0);

/**
 * Bytes read by a connection and not consumed yet: bytes[at..end). The buffer may be overwritten, unless it is `owned`.
 */
export class UnreadBytes {
  bytes: Buffer = NOTHING;
  at = 0;
  end = 0;
  owned = true;

  get isEmpty(): boolean {
    return this.at === this.end;
  }

  /** @param owned the buffer is not used again. */
  add(bytes: Buffer, length: number, owned: boolean): void {
    if (this.at < this.end) {
      this.bytes = Buffer.concat([this.bytes.subarray(this.at, this.end), bytes.subarray(0, length)]);
      this.owned = true;
    } else {
      this.bytes = bytes;
      this.owned = owned;
    }
    this.at = 0;
    this.end = this.owned ? this.bytes.length : length;
  }

  /** Nobody wants what is left. */
  skip(): void {
    this.at = this.end;
  }

  /** Hands over the remaining bytes. */
  take(): Buffer {
    const rest = copyOf(this.bytes, this.at, this.end);
    this.skip();
    return rest;
  }

  /** Before others read: what is left is copied out of a buffer that is not ours. */
  keep(): void {
    if (this.at === this.end) this.clear();
    else if (!this.owned) {
      this.bytes = copyOf(this.bytes, this.at, this.end);
      this.end -= this.at;
      this.at = 0;
      this.owned = true;
    }
  }

  clear(): void {
    this.bytes = NOTHING;
    this.at = 0;
    this.end = 0;
    this.owned = true;
  }
}
