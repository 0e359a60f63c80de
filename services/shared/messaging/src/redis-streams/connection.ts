import { backoff, messageOfError } from '@palisade/basics';
import { Redis } from 'ioredis';
import type { BusLogger } from '../contract/bus.ts';
import { BusError } from '../contract/errors.ts';

const RECONNECT_FIRST_MS = 25;
const RECONNECT_MAX_MS = 1000;
const CONNECT_TIMEOUT_MS = 3000;

/**
 * A connection that fails commands at once when it is down instead of queueing them: what is repeated after a
 * reconnect, and in which order, is decided by the callers, who know what the commands mean.
 */
export class BusConnection {
  readonly redis: Redis;
  private closed = false;
  private lost = false;

  constructor(url: string, name: string, logger: BusLogger) {
    this.redis = new Redis(url, {
      connectionName: name,
      enableOfflineQueue: false,
      autoResendUnfulfilledCommands: false,
      // ioredis' own way leaves the promise of its SUBSCRIBE to nobody: it would end the process if the connection broke
      // again just then. WakeUp subscribes itself.
      autoResubscribe: false,
      maxRetriesPerRequest: 0,
      connectTimeout: CONNECT_TIMEOUT_MS,
      keepAlive: 10_000,
      retryStrategy: (attempt) => backoff(attempt + 1, RECONNECT_FIRST_MS, RECONNECT_MAX_MS),
    });
    // Every partition that waits for the connection listens.
    this.redis.setMaxListeners(0);
    this.redis.on('error', (error: Error) => {
      if (this.lost || this.closed) return;
      this.lost = true;
      logger.warn('bus connection lost, reconnecting', { connection: name, error: error.message });
    });
    this.redis.on('close', () => {
      if (this.lost || this.closed) return;
      this.lost = true;
      logger.warn('bus connection lost, reconnecting', { connection: name });
    });
    this.redis.on('ready', () => {
      if (this.lost) logger.info('bus connection is back', { connection: name });
      this.lost = false;
    });
  }

  get isReady(): boolean {
    return this.redis.status === 'ready';
  }

  /** Resolves true when connected, false when `timeoutMs` have passed or the connection was closed for good. */
  async waitUntilReady(timeoutMs: number): Promise<boolean> {
    if (this.isReady) return true;
    if (this.closed || timeoutMs <= 0) return false;
    return await new Promise<boolean>((resolve) => {
      const settle = (result: boolean) => {
        clearTimeout(timer);
        this.redis.off('ready', onReady);
        this.redis.off('end', onEnd);
        resolve(result);
      };
      const onReady = () => settle(true);
      const onEnd = () => settle(false);
      const timer = setTimeout(() => settle(false), timeoutMs);
      this.redis.once('ready', onReady);
      this.redis.once('end', onEnd);
    });
  }

  /**
   * Runs commands and gives up on the connection, not only on the answer, when they take too long: a server that is
   * stopped or cut off keeps its socket open for minutes.
   *
   * @throws BusError `bus_unavailable`
   */
  async run<T>(commands: (redis: Redis) => Promise<T>, timeoutMs: number): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    try {
      return await Promise.race([
        commands(this.redis),
        new Promise<never>((_, reject) => {
          timer = setTimeout(() => {
            if (!this.closed) this.redis.disconnect(true);
            reject(new BusError('bus_unavailable', `Redis did not answer within ${timeoutMs} ms`));
          }, timeoutMs);
        }),
      ]);
    } catch (error) {
      if (error instanceof BusError) throw error;
      throw new BusError('bus_unavailable', `Redis: ${messageOfError(error)}`, error);
    } finally {
      clearTimeout(timer);
    }
  }

  close(): void {
    this.closed = true;
    this.redis.disconnect();
  }
}
