import { type Ban, BanList, EDGE_KEYS, streamEntries } from '@palisade/edge-state';
import type { Redis } from 'ioredis';

const BLOCK_MS = 1_000;
const RELOAD_MS = 60_000;

/** Tells the node's workers of bans that other nodes made or that an owner lifted. */
export class BanFollower {
  readonly #redis: Redis;
  readonly #onBans: (bans: Ban[]) => void;
  readonly #onError: (error: Error) => void;
  #stopped = false;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, onBans: (bans: Ban[]) => void, onError: (error: Error) => void) {
    this.#redis = redis;
    this.#onBans = onBans;
    this.#onError = onError;
  }

  async run(): Promise<void> {
    while (!this.#stopped) {
      try {
        await this.#follow();
      } catch (error) {
        if (this.#stopped) return;
        this.#onError(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, 500));
      }
    }
  }

  stop(): void {
    this.#stopped = true;
  }

  async #follow(): Promise<void> {
    const last = await this.#redis.xrevrange(EDGE_KEYS.banChanges, '+', '-', 'COUNT', 1);
    let lastId = last[0]?.[0] ?? '0-0';
    this.#onBans(await new BanList(this.#redis).current());
    const since = performance.now();
    while (!this.#stopped && performance.now() - since < RELOAD_MS) {
      const reply = await this.#redis.xread(
        'COUNT',
        1_000,
        'BLOCK',
        BLOCK_MS,
        'STREAMS',
        EDGE_KEYS.banChanges,
        lastId,
      );
      const bans: Ban[] = [];
      for (const [id, { site, address, until }] of streamEntries(reply)) {
        lastId = id;
        if (site !== undefined && address !== undefined)
          bans.push({ siteId: site, address, untilMs: Number(until) });
      }
      if (bans.length > 0) this.#onBans(bans);
    }
  }
}
