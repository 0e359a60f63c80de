import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../../connections.module.ts';

/**
 * Gives out the next free moment (generic cell rate algorithm, a token bucket that stores one number): KEYS[1] holds
 * when the next mail may go, in microseconds of Redis' own clock, so that all processes share one clock as well.
 * Idle time is not saved up beyond ARGV[2], so there is no burst worth the name after a pause.
 * @returns microseconds to wait
 */
const TAKE = `
local now = redis.call('TIME')
local t = tonumber(now[1]) * 1000000 + tonumber(now[2])
local slot = tonumber(redis.call('GET', KEYS[1]) or '0')
local earliest = t - tonumber(ARGV[2])
if slot < earliest then slot = earliest end
redis.call('SET', KEYS[1], string.format('%.0f', slot + tonumber(ARGV[1])), 'PX', 60000)
local wait = slot - t
if wait < 0 then wait = 0 end
return string.format('%.0f', wait)`;

const PREFIX = '{palisade}:mailer:rate:';
/**
 * Turns that nobody could take for so long are caught up: a machine that is busy loses no mails per second. Of any ten
 * seconds it is less than 5 %, so that no window of that length sees more than 105 % of the rate. Microseconds.
 */
const CATCH_UP = 450_000;

/** One rate for one name over all mailer processes. */
@Injectable()
export class RateBucket {
  /** Name → the last of this process' callers in the queue for it. */
  private readonly queues = new Map<string, Promise<unknown>>();

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Resolves when it is the caller's turn; rejects while Redis is away or when `signal` aborts. A process holds one
   * reserved turn at a time: many of them would all be due at once after the process was held up.
   */
  turn(name: string, perSecond: number, signal?: AbortSignal): Promise<void> {
    const mine = (this.queues.get(name) ?? Promise.resolve()).then(() => this.next(name, perSecond, signal));
    const over = mine
      .catch(() => undefined) // The caller hears of it; whoever is next has a try of its own.
      .then(() => {
        if (this.queues.get(name) === over) this.queues.delete(name);
      });
    this.queues.set(name, over);
    return mine;
  }

  private async next(name: string, perSecond: number, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    const interval = Math.round(1_000_000 / perSecond);
    const wait = await this.redis.eval(TAKE, 1, PREFIX + name, String(interval), String(CATCH_UP));
    const milliseconds = Number(wait) / 1000;
    if (milliseconds >= 1) await sleep(milliseconds, undefined, signal ? { signal } : {});
  }
}
