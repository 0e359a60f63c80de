import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import type { ClientKeys } from '../../http/client-keys.ts';

/** Maximum concurrent event streams. They have their own connections to services, so that they take none from calls. */
export const MAX_STREAMS = 1_000;
/** Maximum per client network and surrounding block; by address, as accounts are free. An office shares one. */
export const MAX_STREAMS_OF = { network: 100, block: 300 } as const;
/**
 * Interval of checking whether a stream's session is still valid, ms; an ended session must not receive more for longer
 * than five seconds.
 */
const ASK_AGAIN_MS = 5_000;

/** A response without an end of its own. */
interface Endless {
  end: () => void;
}

/** Bounds the number of event streams, and ends them with their session. */
@Injectable()
export class EventStreamsService implements BeforeApplicationShutdown {
  private readonly open = new Set<Endless>();
  /** Streams admitted, including those whose response has not begun. */
  private taken = 0;
  private readonly takenBy = new Map<string, number>();

  /** Clients reconnect to a gateway that stays. */
  beforeApplicationShutdown(): void {
    for (const stream of this.open) stream.end();
  }

  /**
   * Admits a stream.
   * @returns releases its place; to be called once when the connection has ended
   * @throws DomainError unavailable `streams_busy`
   */
  admit({ network, block }: Pick<ClientKeys, 'network' | 'block'>): () => void {
    const shares = [
      { key: `network:${network}`, max: MAX_STREAMS_OF.network },
      { key: `block:${block}`, max: MAX_STREAMS_OF.block },
    ];
    const isFull = shares.some(({ key, max }) => (this.takenBy.get(key) ?? 0) >= max);
    if (isFull || this.taken >= MAX_STREAMS) {
      const detail = 'Too many live views are open. Please try again later.';
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
   * Ends a stream when its session ends, or if that cannot be checked.
   * @param holds whether the session is valid, by an answer a few seconds old
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
