import type { FrameBuffer } from './frame-buffer.ts';

/** Data of a stream that waits for its window. */
export class SendQueue {
  private pieces: Buffer[] = [];
  /** Number of bytes of the first piece that were sent. */
  private gone = 0;
  bytes = 0;

  add(piece: Buffer): void {
    if (piece.length === 0) return;
    this.pieces.push(piece);
    this.bytes += piece.length;
  }

  clear(): void {
    this.pieces = [];
    this.gone = 0;
    this.bytes = 0;
  }

  /** Moves this many bytes into the buffer; the queue must have them. */
  move(bytes: number, to: FrameBuffer): void {
    let left = bytes;
    this.bytes -= bytes;
    while (left > 0) {
      const piece = this.pieces[0]!;
      const end = Math.min(piece.length, this.gone + left);
      to.data(piece, this.gone, end);
      left -= end - this.gone;
      if (end < piece.length) {
        this.gone = end;
        return;
      }
      this.pieces.shift();
      this.gone = 0;
    }
  }
}
