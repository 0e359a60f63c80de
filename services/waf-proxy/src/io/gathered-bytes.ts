const FIRST_BYTES = 512;

/**
 * Pieces of a body in one buffer. A list of copies would need a hundred bytes per piece, however small: a client that
 * sends a body byte by byte would use a hundred times its size.
 */
export class GatheredBytes {
  private readonly most: number;
  private held: Buffer | null = null;
  private used = 0;
  /** Total number of bytes received, kept or not. */
  length = 0;

  /** @param most bytes that are kept; of more, nothing is */
  constructor(most: number) {
    this.most = most;
  }

  get isTooLong(): boolean {
    return this.length > this.most;
  }

  add(chunk: Buffer): void {
    if (chunk.length === 0) return;
    this.length += chunk.length;
    if (this.isTooLong) {
      this.held = null;
      return;
    }
    const room = this.held?.length ?? 0;
    if (this.length > room) {
      const larger = Buffer.alloc(Math.min(this.most, Math.max(FIRST_BYTES, 2 * room, this.length)));
      this.held?.copy(larger, 0, 0, this.used);
      this.held = larger;
    }
    chunk.copy(this.held!, this.used);
    this.used = this.length;
  }

  /** All of it; empty where it is too long. */
  bytes(): Buffer {
    return this.held?.subarray(0, this.used) ?? Buffer.alloc(0);
  }
}
