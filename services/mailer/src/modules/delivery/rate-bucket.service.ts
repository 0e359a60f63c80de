import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import type { Redis } from 'ioredis';
import { REDIS } from '../../connections/connections.module.ts';

/**
 * Generic cell rate algorithm (a token bucket that stores one number): KEYS[1] holds the time of the next mail, in
 * microseconds of Redis' clock, so that all processes share one clock as well. Idle time accumulates up to ARGV[2] at
 * most, so a pause causes no noteworthy burst. Of the ARGV[3] turns requested, those are granted that are due;
 * otherwise the next one.
 * @returns microseconds to wait, and number of turns granted
 */
const TAKE = `
local now = redis.call('TIME')
local t = tonumber(now[1]) * 1000000 + tonumber(now[2])
local interval = tonumber(ARGV[1])
local slot = math.max(tonumber(redis.call('GET', KEYS[1]) or '0'), t - tonumber(ARGV[2]))
local due = math.max(1, math.floor((t - slot) / interval) + 1)
local given = math.min(due, tonumber(ARGV[3]))
redis.call('SET', KEYS[1], string.format('%.0f', slot + given * interval), 'PX', 60000)
return {math.max(0, slot - t), given}`;

const PREFIX = '{palisade}:mailer:rate:';
/**
 * How much unused time is caught up: a busy machine loses no mails per second. It is less than 5 % of ten seconds, so
 * that at most 105 % of the rate's turns are granted in any ten seconds. Microseconds.
 */
const CATCH_UP = 450_000;

interface Waiting {
  perSecond: number;
  signal: AbortSignal | undefined;
  resolve: () => void;
  reject: (reason: unknown) => void;
}

/** A rate limit by name, shared by all mailer processes. */
@Injectable()
export class RateBucketService {
  /** Name → callers in this process that wait for a turn, in order. */
  private readonly lines = new Map<string, Waiting[]>();

  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /**
   * Resolves when it is the caller's turn; rejects while Redis is unavailable or when `signal` aborts. A process
   * reserves one turn ahead at most: more would all be due at once after the process was stalled.
   */
  turn(name: string, perSecond: number, signal?: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.lines.get(name);
    const waiting = { perSecond, signal, resolve, reject };
    if (line) line.push(waiting);
    else {
      this.lines.set(name, [waiting]);
      void this.serve(name, this.lines.get(name)!);
    }
    return promise;
  }

  /** One call to Redis for all due turns, so that its latency does not limit the rate. */
  private async serve(name: string, line: Waiting[]): Promise<void> {
    for (let first = line[0]; first !== undefined; first = line[0]) {
      try {
        const given = await this.next(name, first, line.length);
        for (const { signal, resolve, reject } of line.splice(0, given)) {
          if (signal?.aborted) reject(signal.reason);
          else resolve();
        }
      } catch (error) {
        // The next caller makes its own attempt.
        line.shift();
        first.reject(error);
      }
    }
    this.lines.delete(name);
  }

  private async next(name: string, { perSecond, signal }: Waiting, wanted: number): Promise<number> {
    signal?.throwIfAborted();
    const interval = Math.round(1_000_000 / perSecond);
    const [wait, given] = (await this.redis.eval(
      TAKE,
      1,
      PREFIX + name,
      String(interval),
      String(CATCH_UP),
      String(wanted),
    )) as [number, number];
    const milliseconds = wait / 1000;
    if (milliseconds >= 1) await sleep(milliseconds, undefined, signal ? { signal } : {});
    return given;
  }
}
