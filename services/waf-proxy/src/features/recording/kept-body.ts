import { GatheredBytes } from '../../io/gathered-bytes.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';
import { RequestSlot } from '../../request/request-slot.ts';

/** Longer bodies are not recorded: nobody could judge a part of one. */
export const RECORDED_BODY_BYTES = 16 * 1_024;

/** Passes a body on as it comes, and keeps a short one. */
export class KeptBody implements RequestBody {
  private readonly body: RequestBody;
  private readonly kept = new GatheredBytes(RECORDED_BODY_BYTES);
  /** A body that came in one piece, as most short ones do: it need not be copied. */
  private only: Buffer | null = null;
  /** All of it has come. */
  isComplete = false;

  constructor(body: RequestBody) {
    this.body = body;
  }

  get isTooLong(): boolean {
    return this.kept.isTooLong;
  }

  start(events: RequestBodyEvents): void {
    this.body.start({
      onChunk: (chunk) => {
        this.keep(chunk);
        events.onChunk(chunk);
      },
      onEnd: (trailers) => {
        this.isComplete = true;
        events.onEnd(trailers);
      },
    });
  }

  pause(): void {
    this.body.pause();
  }

  resume(): void {
    this.body.resume();
  }

  /** One character per byte. */
  text(): string {
    return (this.only ?? this.kept.bytes()).toString('latin1');
  }

  private keep(chunk: Buffer): void {
    if (this.only !== null) {
      this.kept.add(this.only);
      this.only = null;
    } else if (this.kept.length === 0 && isWorthKeeping(chunk)) {
      this.only = chunk;
      return;
    }
    this.kept.add(chunk);
  }
}

/** A few bytes of a large piece would hold all of it in memory. */
const isWorthKeeping = ({ length, buffer }: Buffer): boolean =>
  length <= RECORDED_BODY_BYTES && buffer.byteLength <= 2 * length;

/** Of requests to sites that are recorded. */
export const KEPT_BODY = new RequestSlot<KeptBody>('body for the record');
