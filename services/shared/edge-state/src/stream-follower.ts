import type { Redis } from 'ioredis';

/** Milliseconds that one read of a stream waits, so that `stop` is noticed. */
const BLOCK_MS = 1_000;
const PAUSE_AFTER_ERROR_MS = 500;
const BATCH_SIZE = 1_000;

export type StreamEntry = [id: string, fields: Record<string, string>];

/**
 * Reads a stream of Redis for as long as it is let: round after round, each of which begins by finding out where to read
 * on. An error ends a round, is reported, and is followed by the next one after a pause.
 */
export abstract class StreamFollower {
  protected readonly redis: Redis;
  private readonly stream: string;
  private readonly onError: (error: Error) => void;
  private readonly blockMs: number;
  private storedStopped = false;

  /** @param redis a connection of its own: reading the stream blocks it. */
  constructor(redis: Redis, stream: string, onError: (error: Error) => void, blockMs = BLOCK_MS) {
    this.redis = redis;
    this.stream = stream;
    this.onError = onError;
    this.blockMs = blockMs;
  }

  /** Runs until `stop`. */
  async run(): Promise<void> {
    while (!this.storedStopped) {
      try {
        await this.follow();
      } catch (error) {
        if (this.storedStopped) return;
        this.onError(error instanceof Error ? error : new Error(String(error)));
        await new Promise((resolve) => setTimeout(resolve, PAUSE_AFTER_ERROR_MS));
      }
    }
  }

  stop(): void {
    this.storedStopped = true;
  }

  /** One round: reads until `stopped`, or until it has to start over. */
  protected abstract follow(): Promise<void>;

  protected get stopped(): boolean {
    return this.storedStopped;
  }

  /** Entries after a position; blocks for a while if there are none yet. */
  protected async entriesAfter(id: string): Promise<StreamEntry[]> {
    return streamEntries(
      await this.redis.xread('COUNT', BATCH_SIZE, 'BLOCK', this.blockMs, 'STREAMS', this.stream, id),
    );
  }

  /** The same without waiting. */
  protected async entriesNow(id: string): Promise<StreamEntry[]> {
    return streamEntries(await this.redis.xread('COUNT', BATCH_SIZE, 'STREAMS', this.stream, id));
  }

  /** The newest entry; null: there is none. */
  protected async newestEntry(): Promise<StreamEntry | null> {
    const newest = await this.redis.xrevrange(this.stream, '+', '-', 'COUNT', 1);
    return streamEntries([[this.stream, newest]])[0] ?? null;
  }
}

/** Where a stream begins: before its first entry. */
export const STREAM_START = '0-0';

/** Reads the reply of XREAD, which is a list under RESP2 and a map under RESP3. */
export function streamEntries(reply: unknown): StreamEntry[] {
  if (reply === null || reply === undefined) return [];
  const streams = Array.isArray(reply)
    ? reply.map((pair) => (pair as [unknown, unknown])[1])
    : Object.values(reply);
  return (streams.flat() as [string, string[]][]).map(([id, list]) => {
    const fields: Record<string, string> = {};
    for (let index = 0; index + 1 < list.length; index += 2) fields[list[index]!] = list[index + 1]!;
    return [id, fields];
  });
}
