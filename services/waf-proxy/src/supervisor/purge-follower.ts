import { type CachePurge, EDGE_KEYS, readCachePurge, streamEntries } from '@palisade/edge-state';
import type { Redis } from 'ioredis';

const BLOCK_MS = 1_000;
const PAUSE_MS = 500;
const AT_ONCE = 1_000;

export interface PurgeFollowerEvents {
  onPurges(purges: CachePurge[]): void;
  /** Some purges cannot be had any more: nothing that is stored may be served. */
  onMissed(): void;
  onError(error: Error): void;
}

/**
 * Tells the node's workers what to forget. Purges are numbered without gaps: after an outage the follower reads on where
 * it stopped, and where that is gone (trimmed, or Redis was emptied) everything is forgotten, as it is when the follower
 * first gets through, since workers may have stored for a while before.
 */
export class PurgeFollower {
  readonly #redis: Redis;
  readonly #events: PurgeFollowerEvents;
  #stopped = false;
  /** The last entry that was acted on; null before the first contact. */
  #position: { id: string; sequence: number } | null = null;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, events: PurgeFollowerEvents) {
    this.#redis = redis;
    this.#events = events;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#follow();
      } catch (error) {
        if (this.#stopped) return;
        this.#events.onError(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #follow(): Promise<void> {
    const known = await this.#sequence();
    // Redis lost what it had counted: what came since cannot be told from what was there.
    if (this.#position === null || known < this.#position.sequence) await this.#startOver();
    while (!this.#stopped) {
      const { id, sequence } = this.#position!;
      const reply = await this.#redis.xread(
        'COUNT',
        AT_ONCE,
        'BLOCK',
        BLOCK_MS,
        'STREAMS',
        EDGE_KEYS.cachePurges,
        id,
      );
      const entries = streamEntries(reply);
      if (!followsOn(entries, sequence)) {
        await this.#startOver();
        continue;
      }
      const last = entries.at(-1);
      if (last === undefined) continue;
      const purges = entries.map(([, fields]) => readCachePurge(fields)).filter((purge) => purge !== null);
      if (purges.length > 0) this.#events.onPurges(purges);
      this.#position = { id: last[0], sequence: Number(last[1].seq) };
    }
  }

  /** The end is noted before everything is forgotten, so that no purge falls between. */
  async #startOver(): Promise<void> {
    const last = streamEntries([
      [EDGE_KEYS.cachePurges, await this.#redis.xrevrange(EDGE_KEYS.cachePurges, '+', '-', 'COUNT', 1)],
    ])[0];
    this.#position =
      last === undefined
        ? { id: '0-0', sequence: await this.#sequence() }
        : { id: last[0], sequence: Number(last[1].seq) };
    this.#events.onMissed();
  }

  async #sequence(): Promise<number> {
    return Number((await this.#redis.get(EDGE_KEYS.cachePurgeSequence)) ?? 0);
  }
}

/** Whether entries go on, one by one, from a number. */
function followsOn(
  entries: readonly [id: string, fields: Record<string, string>][],
  sequence: number,
): boolean {
  return entries.every(([, fields], index) => Number(fields.seq) === sequence + index + 1);
}
