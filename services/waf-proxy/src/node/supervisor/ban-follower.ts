import { type Ban, BanList, EDGE_KEYS, STREAM_START, StreamFollower } from '@palisade/edge-state';
import type { Redis } from 'ioredis';

const RELOAD_MS = 60_000;

/** Passes bans of other nodes, and lifted bans, to the node's workers. */
export class BanFollower extends StreamFollower {
  private readonly onBans: (bans: Ban[]) => void;

  /** @param redis its own connection, since reading the stream blocks */
  constructor(redis: Redis, onBans: (bans: Ban[]) => void, onError: (error: Error) => void) {
    super(redis, EDGE_KEYS.banChanges, onError);
    this.onBans = onBans;
  }

  protected override async follow(): Promise<void> {
    let [lastId] = (await this.newestEntry()) ?? [STREAM_START];
    this.onBans(await new BanList(this.redis).current());
    const since = performance.now();
    while (!this.stopped && performance.now() - since < RELOAD_MS) {
      const bans: Ban[] = [];
      for (const [id, { site, address, until }] of await this.entriesAfter(lastId)) {
        lastId = id;
        if (site !== undefined && address !== undefined)
          bans.push({ siteId: site, address, untilMs: Number(until) });
      }
      if (bans.length > 0) this.onBans(bans);
    }
  }
}
