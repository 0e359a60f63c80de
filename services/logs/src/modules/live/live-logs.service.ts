import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { LogFilter } from '../log-store/log-filter.types.ts';
import type { LogPosition, StatusFilter } from '../log-store/log-row.types.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { HOUR_MS, MINUTE_MS } from '../records/roll-ups.rules.ts';
import { cursorOf } from '../request-logs/log-cursor.schema.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { LogSearchService } from '../search/log-search.service.ts';
import { SearchQueue } from '../search/search-queue.rules.ts';
import { eventText, STREAM_START } from './event-stream.rules.ts';
import { eventStream } from './event-stream.ts';
import { LiveRepository } from './live.repository.ts';
import type { LiveLogs } from './live-logs.schema.ts';
import { LiveStreams } from './live-streams.ts';
import { NO_REQUEST, TailWindow } from './tail-window.ts';

/** How soon news show. Milliseconds. */
const LOOK_MS = 1_000;
/** Looking takes at most this share of the time of a stream: where a search is slow, it is made less often. */
const BUSY_SHARE = 0.1;
/** Of one look; what is more is a gap. */
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
    private readonly live: LiveRepository,
    private readonly search: LogSearchService,
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

  /** @param waits told since when the reader is waited for; null: he is not */
  private async *events(
    userId: UserId,
    question: LiveLogsQuestion,
    signal: AbortSignal,
    waits: (since: number | null) => void,
  ): AsyncGenerator<string> {
    const begin = beginningOf(question.seen, Date.now());
    const window = new TailWindow(begin.position);
    let counted = '';
    let toldMs = 0;
    const say = function* (text: string) {
      waits(performance.now());
      yield text;
      waits(null);
    };
    const tell = (news: LiveLogs) => {
      toldMs = window.position.receivedAt.getTime();
      return eventOf(window, news);
    };
    // Where it begins, so that who comes back goes on from there.
    yield* say(STREAM_START + tell({ logs: [], gap: begin.isCutOff }));
    while (!signal.aborted) {
      const look = await this.look(userId, question, window, counted);
      counted = look.counted;
      const hasMoved = window.position.receivedAt.getTime() - toldMs >= TELLS_WHERE_MS;
      if (look.news.logs.length > 0 || look.news.gap || hasMoved) yield* say(tell(look.news));
      const pauseMs = Math.max(LOOK_MS, look.tookMs / BUSY_SHARE);
      // Who has gone, or is to go, is the reason why this ends early.
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  /** Whose the sites are is asked anew each time: a domain that was given away is not shown any more. */
  private async look(
    userId: UserId,
    { domain, status, filter }: LiveLogsQuestion,
    window: TailWindow,
    before: string,
  ): Promise<{ news: LiveLogs; counted: string; tookMs: number }> {
    const startedAt = performance.now();
    // To wait for other streams is no work of this one.
    let waitedMs = 0;
    const tookMs = () => performance.now() - startedAt - waitedMs;
    const nowMs = Date.now();
    const sites = await this.owned.sitesOf(userId, domain);
    const minuteMs = nowMs - (nowMs % MINUTE_MS);
    const counts = await this.live.counts(sites.numbers, minuteMs - HOUR_MS);
    const counted = JSON.stringify([sites.numbers, minuteMs, counts]);
    // No record is looked for while there is none.
    if (counted === before) return { news: { logs: [], gap: false }, counted, tookMs: tookMs() };
    const waitsAt = performance.now();
    try {
      const { rows, hasGap } = await this.turns.take(async () => {
        waitedMs = performance.now() - waitsAt;
        const atMs = Date.now();
        const since = { ...filter, fromMs: window.fromMs };
        const found = await this.search.find(sites.numbers, status, since, MAX_ENTRIES, null);
        return window.take({ ...found, isCut: found.rows.length >= MAX_ENTRIES, atMs });
      });
      const logs = rows.map((row) => toLogEntry(row, sites.nameOf(row.site_no)));
      return { news: { logs, gap: hasGap }, counted, tookMs: tookMs() };
    } catch (error) {
      if (!(error instanceof DomainError && PASSING.has(error.code))) throw error;
      return { news: { logs: [], gap: false }, counted: before, tookMs: tookMs() };
    }
  }
}

const eventOf = (window: TailWindow, news: LiveLogs): string =>
  eventText({ id: cursorOf(window.position), name: 'logs', data: news });

function beginningOf(seen: LogPosition | null, nowMs: number): { position: LogPosition; isCutOff: boolean } {
  // A clock that is ahead must not have a client wait until then.
  if (seen === null || seen.receivedAt.getTime() > nowMs)
    return { position: { receivedAt: new Date(nowMs), requestId: NO_REQUEST }, isCutOff: false };
  const oldestMs = nowMs - MAX_BEHIND_MS;
  if (seen.receivedAt.getTime() >= oldestMs) return { position: seen, isCutOff: false };
  return { position: { receivedAt: new Date(oldestMs), requestId: NO_REQUEST }, isCutOff: true };
}
