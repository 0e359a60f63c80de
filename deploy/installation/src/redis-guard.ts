import { setTimeout as pause } from 'node:timers/promises';
import { messageOfError } from '@palisade/basics';
import { Redis } from 'ioredis';
import { REDIS_USERS } from './config/redis-users.ts';

export interface RedisGuardOptions {
  /** As `operator`, by the password of now: asked again whenever Redis refuses the last one. */
  url: () => string;
  /** Output for operators: what was done, and to which user. */
  say: (line: string) => void;
  /** How long Redis may be away before it is said, once; milliseconds. */
  awayMs?: number;
}

const POLL_INTERVAL_MS = 250;
const ANSWER_WITHIN_MS = 5_000;
const AWAY_MS = 60_000;
/** A user with this many endless scripts within a minute is locked out for as long. */
const FORGIVEN = 2;
const LOCKED_MS = 60_000;
const NAMING_TRIES = 20;
const NAMING_PAUSE_MS = 10;
const SLOW_ENTRIES = 32;
/** A script that was ended ran for `busy-reply-threshold` at least. */
const SLOW_MICROS = 900_000;
const ALARM_ABOVE = 0.8;
const LOCKABLE: readonly string[] = REDIS_USERS.filter((user) => user !== 'operator' && user !== 'health');

type SlowEntry = [id: number, at: number, micros: number, words: string[], address: string, name: string];

/**
 * Kills scripts that block Redis: any user who may run one could otherwise keep all others out for ever. Redis itself
 * only answers BUSY once a script has run for `busy-reply-threshold`.
 */
export class RedisGuard {
  private readonly redis: Redis;
  private readonly say: RedisGuardOptions['say'];
  private readonly awayMs: number;
  private readonly offences = new Map<string, number[]>();
  private readonly locked = new Map<string, NodeJS.Timeout>();
  private timer: NodeJS.Timeout | undefined;
  private polling: Promise<void> = Promise.resolve();
  private stopped = false;
  private isFull = false;
  /** Since when Redis does not answer, why, and whether that was said. */
  private away = { since: performance.now(), why: 'no answer', isSaid: false };
  /** Whether a script was ended whose user is not known yet, and the slow log's last entry that was seen. */
  private unnamed = false;
  private lastSlow = -1;

  /** Begins at once. */
  constructor({ url, say, awayMs = AWAY_MS }: RedisGuardOptions) {
    this.say = say;
    this.awayMs = awayMs;
    this.redis = new Redis(url(), {
      connectionName: 'redis-guard',
      // A busy Redis answers neither INFO nor CLIENT SETNAME.
      enableReadyCheck: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: ANSWER_WITHIN_MS,
      retryStrategy: () => {
        this.takePassword(url);
        return POLL_INTERVAL_MS;
      },
    });
    this.redis.on('error', ({ message }) => {
      this.away.why = message;
    });
    this.next();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.polling;
    for (const [user, timer] of this.locked) {
      clearTimeout(timer);
      await this.unlock(user);
    }
    this.redis.disconnect();
  }

  private next(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.polling = this.poll().finally(() => this.next());
    }, POLL_INTERVAL_MS);
  }

  /** A password rotation does not restart the guard. A file that is being replaced is read at the next try. */
  private takePassword(url: () => string): void {
    try {
      const { password } = new URL(url());
      if (password !== '') this.redis.options.password = decodeURIComponent(password);
    } catch (error) {
      this.away.why = messageOfError(error);
    }
  }

  /** Scripts are ended by nobody meanwhile. */
  private sayAway(): void {
    const { since, why, isSaid } = this.away;
    if (isSaid || performance.now() - since < this.awayMs) return;
    this.away.isSaid = true;
    this.say(`Redis cannot be watched over: ${why}`);
  }

  private sayBack(): void {
    if (this.away.isSaid) this.say('Redis is watched over again');
    this.away = { since: performance.now(), why: 'no answer', isSaid: false };
  }

  private async poll(): Promise<void> {
    if (this.redis.status !== 'ready') {
      this.sayAway();
      return;
    }
    try {
      await this.redis.ping();
      this.sayBack();
      if (this.unnamed) await this.nameThem();
      await this.checkMemory();
    } catch (error) {
      if (isBusy(error)) {
        await this.endScript().catch((failure: Error) => this.say(`Redis: ${failure.message}`));
        return;
      }
      this.away.why = messageOfError(error);
      this.sayAway();
    }
  }

  private async checkMemory(): Promise<void> {
    const facts = await this.redis.info('memory');
    const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(facts)?.[1] ?? 0);
    const [used, most] = [read('used_memory'), read('maxmemory')];
    const isFull = most > 0 && used > most * ALARM_ABOVE;
    if (isFull && !this.isFull)
      this.say(`Redis holds ${used} of ${most} bytes: when it is full, nothing new is taken`);
    this.isFull = isFull;
  }

  private async endScript(): Promise<void> {
    try {
      await this.redis.script('KILL');
    } catch (error) {
      if (!/^UNKILLABLE/.test(messageOfError(error))) return;
      // It has written, so that Redis does not end it. Nothing of it is on disk before its end; all that was confirmed is.
      this.say(
        'Redis is held up by a script that has written: it is ended without it, and has to be started again',
      );
      await this.redis.shutdown('NOSAVE').catch((failure: unknown) => failure);
      return;
    }
    this.unnamed = true;
    // The answer comes before the script's end.
    for (let tries = 0; this.unnamed && tries < NAMING_TRIES; tries++) {
      await pause(NAMING_PAUSE_MS);
      await this.nameThem();
    }
  }

  /** The slow log knows the connection's address, the list of clients its user. Later where the next script runs already. */
  private async nameThem(): Promise<void> {
    try {
      const slow = (await this.redis.slowlog('GET', SLOW_ENTRIES)) as SlowEntry[];
      const clients = String(await this.redis.client('LIST')).split('\n');
      this.unnamed = false;
      for (const [id, , micros, , address] of slow.toReversed()) {
        if (id <= this.lastSlow || micros < SLOW_MICROS) continue;
        this.lastSlow = id;
        const line = clients.find((client) => client.includes(` addr=${address} `));
        const user = / user=(\S+)/.exec(line ?? '')?.[1];
        this.say(`Redis was held up by a script of ${user ?? 'an unknown user'}: it was ended`);
        if (user !== undefined) await this.count(user);
      }
    } catch (error) {
      if (!isBusy(error)) throw error;
    }
  }

  private async count(user: string): Promise<void> {
    const now = Date.now();
    const recent = [...(this.offences.get(user) ?? []), now].filter((at) => at > now - LOCKED_MS);
    this.offences.set(user, recent);
    if (recent.length <= FORGIVEN || !LOCKABLE.includes(user)) return;
    this.say(`${user} is locked out of Redis for a minute: look for who runs scripts in its name`);
    await this.redis.acl('SETUSER', user, 'off');
    await this.redis.client('KILL', 'USER', user);
    clearTimeout(this.locked.get(user));
    this.locked.set(
      user,
      setTimeout(() => void this.unlock(user), LOCKED_MS),
    );
  }

  private async unlock(user: string): Promise<void> {
    this.locked.delete(user);
    this.offences.delete(user);
    try {
      await this.redis.acl('SETUSER', user, 'on');
    } catch (error) {
      // A restarted Redis reloads its users, with this one enabled.
      this.say(`${user} could not be let in to Redis again: ${messageOfError(error)}`);
    }
  }
}

const isBusy = (error: unknown): boolean => /^BUSY/.test(messageOfError(error));
