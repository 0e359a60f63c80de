import {
  type AcmeChallenge,
  EDGE_KEYS,
  readAcmeChallenge,
  STREAM_START,
  StreamFollower,
  type TrustedKeys,
} from '@palisade/edge-state';
import type { Redis } from 'ioredis';

export interface ChallengeFollowerEvents {
  onChallenges(challenges: AcmeChallenge[]): void;
  /** Entries without a trusted signature. */
  onForged(entries: number): void;
  onError(error: Error): void;
}

/** Passes ACME challenges to the node's workers; unsigned ones are dropped. */
export class ChallengeFollower extends StreamFollower {
  private readonly keys: TrustedKeys;
  private readonly events: ChallengeFollowerEvents;

  /** @param redis its own connection, since reading the stream blocks */
  constructor(redis: Redis, keys: TrustedKeys, events: ChallengeFollowerEvents) {
    super(redis, EDGE_KEYS.acmeChallenges, (error) => events.onError(error));
    this.keys = keys;
    this.events = events;
  }

  /** From the beginning, which is at most an hour ago, so that nothing is missed. */
  protected override async follow(): Promise<void> {
    let lastId = STREAM_START;
    while (!this.stopped) {
      const entries = await this.entriesAfter(lastId);
      const challenges: AcmeChallenge[] = [];
      let forged = 0;
      const now = Date.now();
      for (const [id, fields] of entries) {
        lastId = id;
        if (Number(fields.until) <= now) continue;
        const challenge = readAcmeChallenge(fields, this.keys, now);
        if (challenge === null) forged++;
        else challenges.push(challenge);
      }
      if (challenges.length > 0) this.events.onChallenges(challenges);
      if (forged > 0) this.events.onForged(forged);
    }
  }
}
