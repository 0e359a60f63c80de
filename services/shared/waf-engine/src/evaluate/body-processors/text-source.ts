import type { ByteString } from '../../model/api.ts';
import { ByteArena } from '../../model/byte-arena.ts';
import type { BodySource } from './types.ts';

/** A reading of a body, or a part of it, that is not the bytes of the wire. */
export class TextSource implements BodySource {
  readonly text: ByteString;
  private arena: ByteArena | null = null;

  constructor(text: ByteString) {
    this.text = text;
  }

  get length(): number {
    return this.text.length;
  }

  bytes(): ByteArena {
    if (this.arena === null) {
      this.arena = ByteArena.take(this.text.length + 1024);
      this.arena.append(this.text);
    }
    return this.arena;
  }

  /** Nobody holds on to its bytes any more. */
  release(): void {
    this.arena?.giveBack();
    this.arena = null;
  }
}
