import { GatheredBytes } from '../../io/gathered-bytes.ts';
import type { RequestBody, RequestBodyEvents } from '../../request/reply.ts';
import { RequestSlot } from '../../request/request-slot.ts';

/** Longer bodies are not recorded: nobody could judge a part of one. */
export const RECORDED_BODY_BYTES = 16 * 1_024;

/** Passes a body on as it comes, and keeps a copy of a short one. */
export class KeptBody implements RequestBody {
  private readonly body: RequestBody;
  private readonly kept = new GatheredBytes(RECORDED_BODY_BYTES);
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
        this.kept.add(chunk);
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
    return this.kept.bytes().toString('latin1');
  }
}

/** Of requests to sites that are recorded. */
export const KEPT_BODY = new RequestSlot<KeptBody>('body for the record');
