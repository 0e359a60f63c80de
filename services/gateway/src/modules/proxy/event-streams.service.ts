import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import type { ClientKeys } from '../../http/client-keys.ts';

/** Streams at a time. They have connections of their own to services, so that they take none from calls. */
export const MAX_STREAMS = 1_000;
/** Of these, one client's network and the block around it: accounts are free, addresses are not. An office shares one. */
export const MAX_STREAMS_OF = { network: 100, block: 300 } as const;
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
  /** Places taken, also by those whose answer has not begun. */
  private taken = 0;
  private readonly takenBy = new Map<string, number>();

  /** Clients come back, to a gateway that stays. */
  beforeApplicationShutdown(): void {
    for (const stream of this.open) stream.end();
  }

  /**
   * Takes a place.
   * @returns gives it back, once; to be called when the connection has ended, whatever came of it
   * @throws DomainError unavailable `streams_busy`
   */
  admit({ network, block }: Pick<ClientKeys, 'network' | 'block'>): () => void {
    const shares = [
      { key: `network:${network}`, max: MAX_STREAMS_OF.network },
      { key: `block:${block}`, max: MAX_STREAMS_OF.block },
    ];
    const isFull = shares.some(({ key, max }) => (this.takenBy.get(key) ?? 0) >= max);
    if (isFull || this.taken >= MAX_STREAMS) {
      const detail = 'Too many live views are open. Retry later.';
      throw new DomainError('unavailable', 'streams_busy', detail, { retryAfter: 30 });
    }
    for (const { key } of shares) this.count(key, 1);
    this.taken++;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      for (const { key } of shares) this.count(key, -1);
      this.taken--;
    };
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

  private count(key: string, by: 1 | -1): void {
    const count = (this.takenBy.get(key) ?? 0) + by;
    if (count === 0) this.takenBy.delete(key);
    else this.takenBy.set(key, count);
  }
}
