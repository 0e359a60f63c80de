import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';

/** Streams at a time. They have connections of their own to services, so that they take none from calls. */
export const MAX_STREAMS = 1_000;
/** What has ended opens nothing after five seconds; a stream that is open is asked for as often. Milliseconds. */
const ASK_AGAIN_MS = 5_000;

/** An answer that goes on until it is ended. */
interface Endless {
  end: () => void;
}

/** Answers without an end: bounded in number, and over with the session that asked for them. */
@Injectable()
export class EventStreamsService implements BeforeApplicationShutdown {
  private readonly open = new Set<Endless>();

  /** Clients come back, to a gateway that stays. */
  beforeApplicationShutdown(): void {
    for (const stream of this.open) stream.end();
  }

  /** @throws DomainError unavailable `streams_busy` */
  admit(): void {
    if (this.open.size < MAX_STREAMS) return;
    const detail = 'Too many live views are open. Please ask again now and then.';
    throw new DomainError('unavailable', 'streams_busy', detail, { retryAfter: 30 });
  }

  /**
   * Ends a stream as soon as its session does, or nobody can say whether it has.
   * @param holds whether the session does, by what was found a few seconds ago
   * @returns to be called when the stream has ended
   */
  watch(stream: Endless, holds: () => Promise<boolean>): () => void {
    this.open.add(stream);
    const timer = setInterval(() => {
      holds().then(
        (stays) => {
          if (!stays) stream.end();
        },
        () => stream.end(),
      );
    }, ASK_AGAIN_MS);
    timer.unref();
    return () => {
      clearInterval(timer);
      this.open.delete(stream);
    };
  }
}
