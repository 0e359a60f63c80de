import { bytesToLatin1 } from '@palisade/regex';
import type { ByteString } from '../../model/api.ts';
import { ByteArena } from '../../model/byte-arena.ts';
import type { BodySource } from '../body-processors/types.ts';

/** A body up to this size is held as bytes in one piece; a larger one as strings, piece by piece. */
const MAX_BYTES = 64 * 1024;

/** A body as far as it was handed in: collected up to a limit, counted beyond it. */
export class BodyState implements BodySource {
  limit: number;
  bytesTotal = 0;
  bytesInspected = 0;
  limitExceeded = false;
  /** Its host has more of it and will not hand that in. */
  goesOn = false;
  /** Name of the processor that reads this body; `null`: none. */
  processorName: string | null = null;
  /** Set by ctl; `null`: as the settings say. */
  access: boolean | null = null;
  /** REQUEST_BODY is to be filled whatever the processor. */
  forceVariable = false;
  /** Whether it is. */
  variableFilled = false;
  /** Fault of the body, reported by its processor or because of limits. */
  error: string | null = null;
  processorError: string | null = null;
  private arena: ByteArena | null = null;
  private chunks: ByteString[] = [];
  private storedText: ByteString | null = null;

  constructor(limit: number) {
    this.limit = limit;
  }

  append(chunk: Uint8Array): void {
    this.bytesTotal += chunk.length;
    const room = this.limit - this.bytesInspected;
    if (chunk.length > room) this.limitExceeded = true;
    const taken = chunk.length > room ? chunk.subarray(0, Math.max(0, room)) : chunk;
    if (taken.length === 0) return;
    this.storedText = null;
    if (this.bytesInspected + taken.length <= MAX_BYTES) {
      this.arena ??= ByteArena.take(taken.length * 2);
      this.arena.appendBytes(taken);
    } else {
      if (this.arena !== null) this.chunks.push(this.arena.text());
      this.giveBack();
      this.chunks.push(bytesToLatin1(taken));
    }
    this.bytesInspected += taken.length;
  }

  get length(): number {
    return this.bytesInspected;
  }

  /** Everything collected so far. */
  get text(): ByteString {
    if (this.storedText === null) {
      if (this.arena !== null) this.storedText = this.arena.text(0, this.bytesInspected);
      else {
        this.storedText = this.chunks.length === 1 ? this.chunks[0]! : this.chunks.join('');
        this.chunks = [this.storedText];
      }
    }
    return this.storedText;
  }

  /** The first bytes, without making a text of all. */
  beginning(length: number): ByteString {
    const end = Math.min(length, this.bytesInspected);
    return this.arena === null ? this.text.slice(0, end) : this.arena.text(0, end);
  }

  /** The same as bytes, for a processor that writes behind them: nothing more may be appended then. */
  bytes(): ByteArena {
    if (this.arena === null) {
      const { text } = this;
      this.arena = ByteArena.take(text.length + 1024);
      this.arena.append(text);
      this.chunks = [];
    }
    return this.arena;
  }

  /** REQUEST_BODY; empty if a processor parsed the body and the variable was not forced. */
  get rawVariable(): ByteString {
    return this.variableFilled ? this.text : '';
  }

  /** The transaction is over. */
  release(): void {
    this.giveBack();
    this.chunks = [];
    this.storedText = '';
  }

  private giveBack(): void {
    this.arena?.giveBack();
    this.arena = null;
  }
}
