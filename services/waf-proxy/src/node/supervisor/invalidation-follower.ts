import { EDGE_KEYS, readCacheInvalidation, STREAM_START, StreamFollower } from '@palisade/edge-state';
import type { Redis } from 'ioredis';

/** Tells the node's workers what requests have changed through other nodes. */
export class InvalidationFollower extends StreamFollower {
  private readonly nodeId: string;
  private readonly onKeys: (keys: string[]) => void;
  /** The last entry that was acted on: after an outage it is read on from there. */
  private lastId: string | null = null;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(
    redis: Redis,
    nodeId: string,
    onKeys: (keys: string[]) => void,
    onError: (error: Error) => void,
  ) {
    super(redis, EDGE_KEYS.cacheInvalidations, onError);
    this.nodeId = nodeId;
    this.onKeys = onKeys;
  }

  protected override async follow(): Promise<void> {
    this.lastId ??= (await this.newestEntry())?.[0] ?? STREAM_START;
    while (!this.stopped) {
      for (const [id, fields] of await this.entriesAfter(this.lastId)) {
        this.lastId = id;
        const invalidation = readCacheInvalidation(fields);
        if (invalidation !== null && invalidation.node !== this.nodeId) this.onKeys(invalidation.keys);
      }
    }
  }
}
