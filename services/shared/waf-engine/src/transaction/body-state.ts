import type { ByteString } from '../api.ts';
import { bytesToLatin1 } from '../latin1.ts';

/** A body as far as it was handed in: collected up to a limit, counted beyond it. */
export class BodyState {
  limit: number;
  bytesTotal = 0;
  bytesInspected = 0;
  limitExceeded = false;
  /** Name of the processor that reads this body; `null`: none. */
  processorName: string | null = null;
  /** Set by ctl; `null`: as the settings say. */
  access: boolean | null = null;
  /** REQUEST_BODY is to be filled whatever the processor. */
  forceVariable = false;
  /** What is wrong with the body, by its processor or because of limits. */
  error: string | null = null;
  processorError: string | null = null;
  /** REQUEST_BODY; empty where a processor took the body apart and nobody forced the variable. */
  rawVariable: ByteString = '';
  #chunks: ByteString[] = [];
  #text: ByteString | null = null;

  constructor(limit: number) {
    this.limit = limit;
  }

  append(chunk: Uint8Array): void {
    this.bytesTotal += chunk.length;
    const room = this.limit - this.bytesInspected;
    if (chunk.length > room) this.limitExceeded = true;
    const taken = chunk.length > room ? chunk.subarray(0, Math.max(0, room)) : chunk;
    if (taken.length === 0) return;
    this.bytesInspected += taken.length;
    this.#chunks.push(bytesToLatin1(taken));
    this.#text = null;
  }

  /** Everything collected so far. */
  get text(): ByteString {
    if (this.#text === null) {
      this.#text = this.#chunks.length === 1 ? this.#chunks[0]! : this.#chunks.join('');
      this.#chunks = [this.#text];
    }
    return this.#text;
  }
}
