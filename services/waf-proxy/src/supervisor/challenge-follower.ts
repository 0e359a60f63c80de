import {
  type AcmeChallenge,
  EDGE_KEYS,
  readAcmeChallenge,
  streamEntries,
  type TrustedKeys,
} from '@palisade/edge-state';
import type { Redis } from 'ioredis';

const BLOCK_MS = 1_000;
const PAUSE_MS = 500;
const AT_ONCE = 1_000;

export interface ChallengeFollowerEvents {
  onChallenges(challenges: AcmeChallenge[]): void;
  /** Entries that nobody whom the edge trusts has signed. */
  onForged(entries: number): void;
  onError(error: Error): void;
}

/** Tells the node's workers what to answer to certificate authorities; what is not signed by us is not passed on. */
export class ChallengeFollower {
  readonly #redis: Redis;
  readonly #keys: TrustedKeys;
  readonly #events: ChallengeFollowerEvents;
  #stopped = false;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, keys: TrustedKeys, events: ChallengeFollowerEvents) {
    this.#redis = redis;
    this.#keys = keys;
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

  /** From the beginning, which is an hour ago at most; whatever was missed is read then. */
  async #follow(): Promise<void> {
    let lastId = '0-0';
    while (!this.#stopped) {
      const reply = await this.#redis.xread(
        'COUNT',
        AT_ONCE,
        'BLOCK',
        BLOCK_MS,
        'STREAMS',
        EDGE_KEYS.acmeChallenges,
        lastId,
      );
      const challenges: AcmeChallenge[] = [];
      let forged = 0;
      const now = Date.now();
      for (const [id, fields] of streamEntries(reply)) {
        lastId = id;
        if (Number(fields.until) <= now) continue;
        const challenge = readAcmeChallenge(fields, this.#keys, now);
        if (challenge === null) forged += 1;
        else challenges.push(challenge);
      }
      if (challenges.length > 0) this.#events.onChallenges(challenges);
      if (forged > 0) this.#events.onForged(forged);
    }
  }
}
