import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-store/log-row.types.ts';
import { type OwnedSites, OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { MINUTE_MS } from '../records/roll-ups.rules.ts';
import { cursorOf } from '../request-logs/log-cursor.schema.ts';
import { LogSearchService } from '../search/log-search.service.ts';
import { SearchQueue } from '../search/search-queue.rules.ts';
import { STREAM_START } from './event-stream.rules.ts';
import { eventStream } from './event-stream.ts';
import { entryText, logsEventText } from './live-logs.rules.ts';
import { LiveStreams } from './live-streams.ts';
import { Tail } from './tail.ts';
import { TailFeedService } from './tail-feed.service.ts';
import { NO_REQUEST, type TailNews, TailWindow } from './tail-window.ts';

/** A stream is told of what has come so often at most. Milliseconds. */
const EVENT_MS = 200;
/** How often it is asked whose the sites are. Milliseconds. */
const ASKS_MS = 1_000;
/** What was being stored as a stream began is stored by then, and looked for once. Milliseconds. */
const SETTLED_MS = 1_500;
/** Where a search is slow, it is made less often: at most this share of the time of a stream. */
const BUSY_SHARE = 0.1;
/** A search that is refused for so long is not made any more, and what it should have found is a gap. Milliseconds. */
const GIVES_UP_MS = 20_000;
/** Of one event; what is more is a gap. */
const MAX_ENTRIES = 200;
/** Who comes back later than that goes on from here, with a gap. */
const MAX_BEHIND_MS = 10 * MINUTE_MS;
/** Each holds up to one event that its reader has not taken. */
const MAX_STREAMS = 200;
/** Who takes nothing for so long is let go, and may come back. */
const STALLED_MS = 60_000;
/** Where nothing fits, an event without entries tells so often how far it was looked: who comes back goes on from there. */
const TELLS_WHERE_MS = MINUTE_MS;
/** Refusals that are over by the next look. */
const PASSING: ReadonlySet<string> = new Set(['too_many_searches', 'search_too_slow']);

export interface LiveLogsQuestion {
  domain: string | null;
  status: StatusFilter;
  filter: LogFilter;
  /** The last entry that the client has had; nothing is told twice. */
  seen: LogPosition | null;
}

/** Entries of the log as they come, for as long as somebody listens. */
@Injectable()
export class LiveLogsService implements BeforeApplicationShutdown {
  private readonly streams = new LiveStreams(MAX_STREAMS);
  private readonly stopping = new AbortController();
  /** One at a time, however many streams there are: a place is left to people who search. */
  private readonly turns = new SearchQueue(1);

  constructor(
    private readonly owned: OwnedSitesService,
    private readonly feed: TailFeedService,
    private readonly searching: LogSearchService,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Entries of one domain, or of all of the account's. The stream has to be closed for the account to get its place back.
   * @throws DomainError `domain_not_found`, `too_many_streams`, `streams_busy`
   */
  async stream(userId: UserId, question: LiveLogsQuestion): Promise<Readable> {
    const place = this.streams.begin(userId);
    try {
      // What is refused is refused as other calls are, before the first line.
      await this.owned.sitesOf(userId, question.domain);
    } catch (error) {
      place.end();
      throw error;
    }
    let waitsSince: number | null = null;
    const waits = (since: number | null) => {
      waitsSince = since;
    };
    const out = eventStream(
      (signal) => this.events(userId, question, signal, waits),
      this.stopping.signal,
      () => {
        clearInterval(timer);
        place.end();
      },
    );
    const timer = setInterval(() => {
      if (waitsSince !== null && performance.now() - waitsSince > STALLED_MS) out.destroy();
    }, STALLED_MS / 4).unref();
    return out;
  }

  /** @param waits told since when the reader is waited for; null: they are not */
  private async *events(
    userId: UserId,
    question: LiveLogsQuestion,
    signal: AbortSignal,
    waits: (since: number | null) => void,
  ): AsyncGenerator<string> {
    const begin = beginningOf(question.seen, Date.now());
    const window = new TailWindow(begin.position);
    const tail = new Tail(question.filter, question.status, MAX_ENTRIES);
    let toldMs = 0;
    const say = function* (text: string) {
      waits(performance.now());
      yield text;
      waits(null);
    };
    const tell = (rows: readonly LogRow[], hasGap: boolean, sites: OwnedSites | null) => {
      toldMs = window.position.receivedAt.getTime();
      const entries = rows.map((row) => entryText(row, sites?.nameOf(row.site_no) ?? ''));
      return logsEventText(cursorOf(window.position), entries, hasGap);
    };
    let followed: number[] = [];
    let shown: ReadonlySet<number> = new Set();
    try {
      // Followed before it is said where it begins: who hears that misses nothing behind it.
      let sites = await this.owned.sitesOf(userId, question.domain);
      followed = sites.numbers;
      shown = new Set(followed);
      await this.feed.follow(tail, followed);
      let askedAt = performance.now();
      yield* say(STREAM_START + tell([], begin.isCutOff, null));
      const searches = new Searches(question.seen === null ? 1 : 2);
      while (!signal.aborted) {
        await tail.news(searches.waitMs(ASKS_MS), signal);
        if (signal.aborted) return;
        if (performance.now() - askedAt >= ASKS_MS) {
          // A domain that was given away is shown for this long at most, and a new one is from then on.
          sites = await this.owned.sitesOf(userId, question.domain);
          const before = followed;
          followed = sites.numbers;
          if (followed.join() !== before.join()) {
            shown = new Set(followed);
            await this.feed.follow(tail, followed, before);
            if (followed.some((siteNo) => !before.includes(siteNo))) searches.again();
          }
          askedAt = performance.now();
        }
        // Where many wait for a search, what comes meanwhile is told.
        if (searches.isDue)
          searches.begin(this.search(userId, question, sites, window, searches), () => tail.wakeUp());
        // Until that search has been made nothing newer is told: who comes back later still goes on behind what they have seen.
        if (searches.hasToComeFirst) {
          await sleep(EVENT_MS, undefined, { signal, ref: false }).catch(() => undefined);
          continue;
        }
        const found = searches.take();
        const offered = tail.take();
        const { rows } = window.take({
          rows: offered.rows,
          isCut: false,
          searchedToMs: null,
          atMs: Date.now(),
        });
        const own = rows.filter(({ site_no }) => shown.has(site_no));
        const hasGap = found.hasGap || offered.hasGap;
        const news = [...found.rows, ...own];
        const hasMoved = window.position.receivedAt.getTime() - toldMs >= TELLS_WHERE_MS;
        if (news.length > 0 || hasGap || hasMoved) {
          yield* say(tell(news, hasGap, sites));
          // Who has gone, or is to go, is the reason why this ends early.
          await sleep(EVENT_MS, undefined, { signal, ref: false }).catch(() => undefined);
        }
      }
    } finally {
      this.feed.leave(tail, followed);
    }
  }

  /** What the feed does not tell: from before it was followed, or stored at that very moment. */
  private async search(
    userId: UserId,
    { status, filter }: LiveLogsQuestion,
    sites: OwnedSites,
    window: TailWindow,
    searches: Searches,
  ): Promise<TailNews> {
    let startedAt = performance.now();
    try {
      const news = await this.turns.take(async () => {
        // To wait for other streams is no work of this one.
        startedAt = performance.now();
        const atMs = Date.now();
        const since = { ...filter, fromMs: window.fromMs };
        const found = await this.searching.find(
          { ownerId: userId },
          sites.numbers,
          status,
          since,
          MAX_ENTRIES,
          null,
        );
        return window.take({ ...found, isCut: found.rows.length >= MAX_ENTRIES, atMs });
      });
      searches.made();
      return news;
    } catch (error) {
      if (!(error instanceof DomainError && PASSING.has(error.code))) throw error;
      // What it should have found is by then too old to be looked for.
      const isGivenUp = searches.failed(performance.now() - startedAt);
      return { rows: [], hasGap: isGivenUp };
    }
  }
}

const NO_NEWS: TailNews = { rows: [], hasGap: false };

/** When a stream has to look for itself. */
class Searches {
  private readonly givesUpAtMs = performance.now() + GIVES_UP_MS;
  private atMs: number;
  private left: number;
  private failure: { error: unknown } | null = null;
  private found: TailNews = NO_NEWS;
  private isUnderWay = false;

  /** @param count 2: now, and once what was being stored is; 1: only then */
  constructor(count: 1 | 2) {
    this.left = count;
    this.atMs = performance.now() + (count === 1 ? SETTLED_MS : 0);
  }

  get isDue(): boolean {
    return this.left > 0 && !this.isUnderWay && performance.now() >= this.atMs;
  }

  /** @param done called once there is something to take */
  begin(search: Promise<TailNews>, done: () => void): void {
    this.isUnderWay = true;
    search
      .then(
        (news) => {
          this.found = news;
        },
        (error: unknown) => {
          this.failure = { error };
        },
      )
      .finally(() => {
        this.isUnderWay = false;
        done();
      });
  }

  /** @throws what the search has thrown */
  take(): TailNews {
    if (this.failure !== null) throw this.failure.error;
    const { found } = this;
    this.found = NO_NEWS;
    return found;
  }

  /** What came before it was followed is told before what has come since. */
  get hasToComeFirst(): boolean {
    return this.left === 2 && this.failure === null;
  }

  waitMs(most: number): number {
    if (this.found !== NO_NEWS || this.failure !== null) return 0;
    return this.left === 0 || this.isUnderWay
      ? most
      : Math.min(most, Math.max(0, this.atMs - performance.now()));
  }

  made(): void {
    this.left--;
    this.atMs = performance.now() + SETTLED_MS;
  }

  /** @returns whether it is not tried again */
  failed(tookMs: number): boolean {
    this.atMs = performance.now() + Math.max(ASKS_MS, tookMs / BUSY_SHARE);
    const isGivenUp = performance.now() >= this.givesUpAtMs;
    if (isGivenUp) this.left = 0;
    return isGivenUp;
  }

  again(): void {
    this.left = Math.max(1, this.left);
    this.atMs = performance.now() + SETTLED_MS;
  }
}

function beginningOf(seen: LogPosition | null, nowMs: number): { position: LogPosition; isCutOff: boolean } {
  // A clock that is ahead must not have a client wait until then.
  if (seen === null || seen.receivedAt.getTime() > nowMs)
    return { position: { receivedAt: new Date(nowMs), requestId: NO_REQUEST }, isCutOff: false };
  const oldestMs = nowMs - MAX_BEHIND_MS;
  if (seen.receivedAt.getTime() >= oldestMs) return { position: seen, isCutOff: false };
  return { position: { receivedAt: new Date(oldestMs), requestId: NO_REQUEST }, isCutOff: true };
}
