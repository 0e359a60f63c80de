import {
  type CachePurge,
  EDGE_KEYS,
  readCachePurge,
  STREAM_START,
  type StreamEntry,
  StreamFollower,
} from '@palisade/edge-state';
import type { Redis } from 'ioredis';

export interface PurgeFollowerEvents {
  onPurges(purges: CachePurge[]): void;
  /** Some purges cannot be had any more: nothing that is stored may be served. */
  onMissed(): void;
  onError(error: Error): void;
}

/**
 * Forwards purges to the node's workers. Purges are numbered without gaps: after an outage the follower continues where
 * it stopped, and if that is gone (trimmed, or Redis was emptied) everything is purged, as at the follower's first
 * success, since workers may have stored responses before.
 */
export class PurgeFollower extends StreamFollower {
  private readonly events: PurgeFollowerEvents;
  /** The last entry that was acted on; null before the first contact. */
  private position: { id: string; sequence: number } | null = null;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, events: PurgeFollowerEvents) {
    super(redis, EDGE_KEYS.cachePurges, (error) => events.onError(error));
    this.events = events;
  }

  protected override async follow(): Promise<void> {
    const known = await this.sequence();
    // Redis lost its counter: missed purges cannot be told from received ones.
    if (this.position === null || known < this.position.sequence) await this.startOver();
    while (!this.stopped) {
      const { id, sequence } = this.position!;
      const entries = await this.entriesAfter(id);
      if (!followsOn(entries, sequence)) {
        await this.startOver();
        continue;
      }
      const last = entries.at(-1);
      if (last === undefined) continue;
      const purges = entries.map(([, fields]) => readCachePurge(fields)).filter((purge) => purge !== null);
      if (purges.length > 0) this.events.onPurges(purges);
      this.position = { id: last[0], sequence: Number(last[1].seq) };
    }
  }

  /** The end is noted before everything is forgotten, so that no purge falls between. */
  private async startOver(): Promise<void> {
    const last = await this.newestEntry();
    this.position =
      last === null
        ? { id: STREAM_START, sequence: await this.sequence() }
        : { id: last[0], sequence: Number(last[1].seq) };
    this.events.onMissed();
  }

  private async sequence(): Promise<number> {
    return Number((await this.redis.get(EDGE_KEYS.cachePurgeSequence)) ?? 0);
  }
}

/** Whether entries continue without a gap from a number. */
function followsOn(entries: readonly StreamEntry[], sequence: number): boolean {
  return entries.every(([, fields], index) => Number(fields.seq) === sequence + index + 1);
}
