import { type HelloBytes, helloIn } from './hello-reader.ts';

/**
 * The first bytes of a connection, until the beginning of its handshake can be parsed. Pieces are copied into one
 * buffer of at most twice their size: single bytes would otherwise each keep a buffer a thousand times as large.
 */
export class ReceivedHello {
  private held: Buffer = Buffer.alloc(0);
  private length = 0;
  private needed = 1;

  /** All that has come. */
  get bytes(): Buffer {
    return this.held.subarray(0, this.length);
  }

  get heldBytes(): number {
    return this.held.length;
  }

  take(chunk: Buffer): HelloBytes {
    // Nearly every client's first piece is all of it, and is not copied.
    if (this.length === 0) this.held = chunk;
    else this.append(chunk);
    this.length += chunk.length;
    // Looked at again only when more can be said.
    if (this.length < this.needed) return { state: 'partial', needed: this.needed };
    const hello = helloIn(this.bytes);
    if (hello.state === 'partial') this.needed = hello.needed;
    return hello;
  }

  private append(chunk: Buffer): void {
    const wanted = this.length + chunk.length;
    if (wanted > this.held.length || this.length === this.held.length) {
      const larger = Buffer.allocUnsafeSlow(Math.max(wanted, 2 * this.length));
      this.held.copy(larger, 0, 0, this.length);
      this.held = larger;
    }
    chunk.copy(this.held, this.length);
  }
}
