import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, LogRow, StatusFilter } from '../log-store/log-row.types.ts';
import { type OwnedSites, OwnedSitesService } from '../ownership/owned-sites.service.ts';
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

/** Minimum interval between two events of a stream, ms: bounds wake-ups and bytes per stream. */
const MIN_EVENT_INTERVAL_MS = 200;
/** Interval at which the account's list of sites is reloaded, ms. */
const OWNERSHIP_INTERVAL_MS = 1_000;
/** Delay before the follow-up search, ms: records that were being written when the stream began are stored by then. */
const SETTLED_MS = 1_500;
/** Maximum share of a stream's time spent searching: slow searches are repeated less often. */
const BUSY_SHARE = 0.1;
/**
 * Time after which a search that keeps being refused is abandoned, ms. What it would have found is reported as a gap.
 */
const SEARCH_TIMEOUT_MS = 20_000;
/** Maximum entries per event; if there are more, the event reports a gap. */
const MAX_ENTRIES = 200;
/**
 * Maximum age of the position a client may resume from, ms. A client that returns later resumes from the oldest allowed
 * position, with a gap.
 */
const MAX_RESUME_AGE_MS = 10 * MINUTE_MS;
/** Maximum streams per instance: each holds up to one event that its reader has not taken. */
const MAX_STREAMS = 200;
/** Time after which a stream whose reader takes nothing is closed, ms. The client may reconnect. */
const STALLED_READER_MS = 60_000;
/**
 * Interval of events without entries when nothing matches, ms. They carry the position, so that a client that
 * reconnects resumes from there.
 */
const POSITION_INTERVAL_MS = MINUTE_MS;
/** Errors that a later search may not run into. */
const TRANSIENT_ERRORS: ReadonlySet<string> = new Set(['too_many_searches', 'search_too_slow']);

export interface LiveLogsQuestion {
  domain: string | null;
  status: StatusFilter;
  filter: LogFilter;
  /** The last entry that the client received; no entry is sent twice. */
  seen: LogPosition | null;
}

/** Streams new log entries to a client for as long as it is connected. */
@Injectable()
export class LiveLogsService implements BeforeApplicationShutdown {
  private readonly streams = new LiveStreams(MAX_STREAMS);
  private readonly stopping = new AbortController();
  /** Runs the searches of all streams one at a time, which leaves capacity for people who search. */
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
   * Streams the entries of one domain, or of all domains of the account. The account's slot is freed only when the
   * stream is closed.
   * @throws DomainError `domain_not_found`, `too_many_streams`, `streams_busy`
   */
  async stream(userId: UserId, question: LiveLogsQuestion): Promise<Readable> {
    const place = this.streams.begin(userId);
    try {
      // Checked before the stream starts, so that errors are ordinary HTTP responses.
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
      if (waitsSince !== null && performance.now() - waitsSince > STALLED_READER_MS) out.destroy();
    }, STALLED_READER_MS / 4).unref();
    return out;
  }

  /** @param waits called with the time since which we wait for the reader, or null when we no longer do */
  private async *events(
    userId: UserId,
    question: LiveLogsQuestion,
    signal: AbortSignal,
    waits: (since: number | null) => void,
  ): AsyncGenerator<string> {
    const begin = beginningOf(question.seen, Date.now());
    const window = new TailWindow(begin.position);
    const tail = new Tail(question.filter, question.status, MAX_ENTRIES);
    let sentToMs = 0;
    const say = function* (text: string) {
      waits(performance.now());
      yield text;
      waits(null);
    };
    const tell = (rows: readonly LogRow[], hasGap: boolean, sites: OwnedSites | null) => {
      sentToMs = window.position.receivedAt.getTime();
      const entries = rows.map((row) => entryText(row, sites?.nameOf(row.site_no) ?? ''));
      return logsEventText(cursorOf(window.position), entries, hasGap);
    };
    let followed: number[] = [];
    let shown: ReadonlySet<number> = new Set();
    try {
      // Follow the sites before sending the start position: then nothing after that position can be missed.
      let sites = await this.owned.sitesOf(userId, question.domain);
      followed = sites.numbers;
      shown = new Set(followed);
      await this.feed.follow(tail, followed);
      let askedAt = performance.now();
      yield* say(STREAM_START + tell([], begin.isCutOff, null));
      const searches = new Searches(question.seen === null ? 1 : 2);
      while (!signal.aborted) {
        await tail.news(searches.waitMs(OWNERSHIP_INTERVAL_MS), signal);
        if (signal.aborted) return;
        if (performance.now() - askedAt >= OWNERSHIP_INTERVAL_MS) {
          // Bounds how long a domain that changed hands is still shown, and how soon a new one appears.
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
        // The search runs in the background: while it queues, new entries are still sent.
        if (searches.isDue)
          searches.begin(this.search(userId, question, sites, window, searches), () => tail.wakeUp());
        // Send nothing newer before the first search is done. Otherwise a client that reconnects would skip the entries
        // it never received.
        if (searches.hasToComeFirst) {
          await sleep(MIN_EVENT_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
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
        const hasMoved = window.position.receivedAt.getTime() - sentToMs >= POSITION_INTERVAL_MS;
        if (news.length > 0 || hasGap || hasMoved) {
          yield* say(tell(news, hasGap, sites));
          // An abort ends the sleep early; the loop condition handles it.
          await sleep(MIN_EVENT_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
        }
      }
    } finally {
      this.feed.leave(tail, followed);
    }
  }

  /** Finds what the feed does not deliver: entries stored before the sites were followed, or at that very moment. */
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
        // Time spent queueing behind other streams does not count as this search's work.
        startedAt = performance.now();
        const atMs = Date.now();
        const since = { ...filter, fromMs: window.fromMs };
        const found = await this.searching.find(
          { ownerId: userId, live: true },
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
      if (!(error instanceof DomainError && TRANSIENT_ERRORS.has(error.code))) throw error;
      // By the time of the next attempt, what this search should have found may be too old to be searched for.
      const isGivenUp = searches.failed(performance.now() - startedAt);
      return { rows: [], hasGap: isGivenUp };
    }
  }
}

const NO_NEWS: TailNews = { rows: [], hasGap: false };

/** Schedules the searches that a stream makes in addition to the feed. */
class Searches {
  private readonly givesUpAtMs = performance.now() + SEARCH_TIMEOUT_MS;
  private atMs: number;
  private left: number;
  private failure: { error: unknown } | null = null;
  private found: TailNews = NO_NEWS;
  private isUnderWay = false;

  /** @param count 2: search now and again after SETTLED_MS; 1: only after SETTLED_MS */
  constructor(count: 1 | 2) {
    this.left = count;
    this.atMs = performance.now() + (count === 1 ? SETTLED_MS : 0);
  }

  get isDue(): boolean {
    return this.left > 0 && !this.isUnderWay && performance.now() >= this.atMs;
  }

  /** @param done called once the result can be taken */
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

  /** @throws the error of the search */
  take(): TailNews {
    if (this.failure !== null) throw this.failure.error;
    const { found } = this;
    this.found = NO_NEWS;
    return found;
  }

  /** Whether entries from before the sites were followed are still to be sent; they come before newer ones. */
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

  /** @returns whether the search is abandoned */
  failed(tookMs: number): boolean {
    this.atMs = performance.now() + Math.max(OWNERSHIP_INTERVAL_MS, tookMs / BUSY_SHARE);
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
  // A position in the future (a client clock that is ahead) must not keep the client waiting until then.
  if (seen === null || seen.receivedAt.getTime() > nowMs)
    return { position: { receivedAt: new Date(nowMs), requestId: NO_REQUEST }, isCutOff: false };
  const oldestMs = nowMs - MAX_RESUME_AGE_MS;
  if (seen.receivedAt.getTime() >= oldestMs) return { position: seen, isCutOff: false };
  return { position: { receivedAt: new Date(oldestMs), requestId: NO_REQUEST }, isCutOff: true };
}
