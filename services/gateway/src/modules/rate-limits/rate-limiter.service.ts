import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { DomainError } from '@palisade/nest-kit';
import { Redis } from 'ioredis';
import { GATEWAY_CONFIG, type GatewayConfig } from '../../config/config.ts';
import { LocalCounters } from './local-counters.ts';
import { windowEstimate } from './window-estimate.ts';

const WINDOW_MS = 60_000;
/** Timeout for Redis, ms; calls must not be delayed by their limiter. */
const TIMEOUT_MS = 150;
/** After a failure, Redis is not asked for this long, ms. */
const PAUSE_MS = 2_000;

/** Calls per client and minute, counted over all gateways; without Redis each gateway counts alone. */
@Injectable()
export class RateLimiterService implements OnApplicationShutdown {
  private readonly logger = new Logger(RateLimiterService.name);
  private readonly local = new LocalCounters();
  private readonly redis: Redis | null;
  private sharedAgainAt = 0;

  constructor(@Inject(GATEWAY_CONFIG) config: Pick<GatewayConfig, 'PALISADE_EDGE_REDIS_URL'>) {
    this.redis = config.PALISADE_EDGE_REDIS_URL ? connect(config.PALISADE_EDGE_REDIS_URL) : null;
    this.redis?.on('error', (error: Error) => this.giveUpForNow(error));
  }

  /**
   * Counts a call.
   * @param key scope and client, such as "all:192.0.2.1"
   * @throws DomainError too_many `rate_limited`
   */
  async take(key: string, limit: number): Promise<void> {
    if ((await this.hit(key)) <= limit) return;
    const retryAfter = Math.ceil((WINDOW_MS - (Date.now() % WINDOW_MS)) / 1000);
    const detail = 'Too many requests. Please wait a moment and try again.';
    throw new DomainError('too_many', 'rate_limited', detail, { retryAfter });
  }

  async onApplicationShutdown(): Promise<void> {
    this.redis?.disconnect();
  }

  private async hit(key: string): Promise<number> {
    const now = Date.now();
    const own = this.local.hit(key, WINDOW_MS, now);
    if (this.redis === null || now < this.sharedAgainAt) return own;
    try {
      const index = Math.floor(now / WINDOW_MS);
      const windowKey = (at: number) => `palisade:limit:{${key}}:${at}`;
      const [current, previous] = await hitShared(this.redis, windowKey(index), windowKey(index - 1));
      // Redis does not know of calls during its absence, so the local count applies if it is higher.
      return Math.max(own, windowEstimate(previous, current, (now % WINDOW_MS) / WINDOW_MS));
    } catch (error) {
      this.giveUpForNow(error);
      return own;
    }
  }

  private giveUpForNow(error: unknown): void {
    const now = Date.now();
    if (now >= this.sharedAgainAt) {
      this.logger.warn({ err: error }, 'Redis rate limits unavailable; counting per gateway');
    }
    this.sharedAgainAt = now + PAUSE_MS;
  }
}

function connect(url: string): Redis {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: TIMEOUT_MS,
    retryStrategy: (attempt) => Math.min(attempt * 200, 2_000),
  });
  return redis;
}

/** A transaction instead of a script, so that the gateway's Redis user needs no right to run scripts. */
async function hitShared(
  redis: Redis,
  current: string,
  previous: string,
): Promise<[current: number, previous: number]> {
  const replies = await redis
    .multi()
    .incr(current)
    .pexpire(current, 2 * WINDOW_MS, 'NX')
    .get(previous)
    .exec();
  const [hits, expiry, before] = replies ?? [];
  const failed = hits?.[0] ?? expiry?.[0] ?? before?.[0];
  if (failed || hits === undefined) throw failed ?? new Error('Redis dropped the transaction');
  return [Number(hits[1]), Number(before?.[1] ?? 0)];
}
