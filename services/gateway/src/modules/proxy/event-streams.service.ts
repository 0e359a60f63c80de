import { type BeforeApplicationShutdown, Inject, Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { AuthenticatorService, type RequestCredentials } from '../authentication/authenticator.service.ts';

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

  constructor(
    @Inject(AuthenticatorService) private readonly authenticator: Pick<AuthenticatorService, 'holds'>,
  ) {}

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
   * @returns to be called when the stream has ended
   */
  watch(stream: Endless, credentials: RequestCredentials): () => void {
    this.open.add(stream);
    const timer = setInterval(() => {
      this.authenticator.holds(credentials).then(
        (holds) => {
          if (!holds) stream.end();
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
