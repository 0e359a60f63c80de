import {
  type AcmeChallenge,
  type Ban,
  type CachePurge,
  EdgeConfigFollower,
  LIST_DOCUMENTS,
  type StreamFollower,
  type TrustedKeys,
} from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { log } from '../../io/log.ts';
import { BanFollower } from './ban-follower.ts';
import { ChallengeFollower } from './challenge-follower.ts';
import { InvalidationFollower } from './invalidation-follower.ts';
import { PurgeFollower } from './purge-follower.ts';

export interface RedisFollowersOptions {
  nodeId: string;
  keys: TrustedKeys;
  /** Opens a connection; it reports its outages by itself. */
  open(name: string): Redis;
  /** The version that the node has of a site; null: none. */
  versionOf(siteId: string): bigint | null;
  listVersions(): { id: string; version: number }[];
}

export interface RedisFollowersEvents {
  /** A document, not verified yet. */
  onDocument(siteId: string, signed: Uint8Array, traceparent: string): void;
  /** An unverified list; `onHeld` is called with the version that is then in use. */
  onList(id: string, signed: Uint8Array, onHeld: (version: bigint) => void): void;
  /** All lists that the control plane reports. */
  onListsAnnounced(ids: ReadonlySet<string>): void;
  onBans(bans: Ban[]): void;
  onChallenges(challenges: AcmeChallenge[]): void;
  onPurges(purges: CachePurge[]): void;
  /** Some purges were missed. */
  onPurgesMissed(): void;
  /** Keys of the cache that were changed through another node. */
  onInvalidated(keys: string[]): void;
}

/** Everything that a node hears from the control plane and other nodes while it runs, each on a connection of its own. */
export class RedisFollowers {
  private readonly options: RedisFollowersOptions;
  private readonly events: RedisFollowersEvents;
  private readonly connections: Redis[] = [];
  private readonly followers: StreamFollower[] = [];
  private storedConfigs: EdgeConfigFollower | null = null;
  private comparedAtMs = 0;

  constructor(options: RedisFollowersOptions, events: RedisFollowersEvents) {
    this.options = options;
    this.events = events;
  }

  /** `comparedAtMs`: when the configs were last compared with Redis; 0: never. */
  get configs(): { comparedAtMs: number; sequence: number; sitesBehind: number } {
    const progress = this.storedConfigs?.progress ?? { sequence: 0, sitesBehind: 0 };
    return { comparedAtMs: this.comparedAtMs, ...progress };
  }

  start(): void {
    const { nodeId, keys } = this.options;
    const events = this.events;
    const onError = () => undefined; // The connection itself reports each outage once.
    this.storedConfigs = this.configFollower(onError);
    this.followers.push(
      this.storedConfigs,
      this.listFollower(onError),
      new BanFollower(this.open('bans'), (bans) => events.onBans(bans), onError),
      new ChallengeFollower(this.open('challenges'), keys, {
        onChallenges: (challenges) => events.onChallenges(challenges),
        onForged: (entries) =>
          log('error', 'ACME challenge responses rejected', { entries, reason: 'signature' }),
        onError,
      }),
      new PurgeFollower(this.open('purges'), {
        onPurges: (purges) => events.onPurges(purges),
        onMissed: () => events.onPurgesMissed(),
        onError,
      }),
      new InvalidationFollower(
        this.open('invalidations'),
        nodeId,
        (changed) => events.onInvalidated(changed),
        onError,
      ),
    );
    for (const follower of this.followers) void follower.run();
  }

  stop(): void {
    for (const follower of this.followers) follower.stop();
  }

  disconnect(): void {
    for (const connection of this.connections) connection.disconnect();
  }

  private configFollower(onError: (error: Error) => void): EdgeConfigFollower {
    return new EdgeConfigFollower(
      this.open('configs'),
      {
        onDocument: (siteId, signed, traceparent) => this.events.onDocument(siteId, signed, traceparent),
        onSynchronised: () => {
          this.comparedAtMs = Date.now();
        },
        onError,
      },
      { versionOf: (siteId) => this.options.versionOf(siteId), collectsIds: false },
    );
  }

  private listFollower(onError: (error: Error) => void): EdgeConfigFollower {
    const follower = new EdgeConfigFollower(
      this.open('lists'),
      {
        onDocument: (id, signed) =>
          this.events.onList(id, signed, (version) => follower.remember(id, version)),
        onSynchronised: (ids, sequence) => {
          // An empty Redis does not mean that lists were removed.
          if (sequence > 0) this.events.onListsAnnounced(ids);
        },
        onError,
      },
      // Each may have megabytes.
      { keys: LIST_DOCUMENTS, fetchAtOnce: 1 },
    );
    for (const { id, version } of this.options.listVersions()) follower.remember(id, BigInt(version));
    return follower;
  }

  private open(name: string): Redis {
    const connection = this.options.open(name);
    this.connections.push(connection);
    return connection;
  }
}
