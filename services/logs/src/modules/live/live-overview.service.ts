import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import type { UserId } from '@palisade/nest-kit';
import { DashboardService } from '../dashboard/dashboard.service.ts';
import { NowService } from '../now/now.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { HOUR_MS, MINUTE_MS } from '../records/roll-ups.rules.ts';
import { eventText, type LiveEvent, STREAM_START } from './event-stream.rules.ts';
import { eventStream } from './event-stream.ts';
import { LiveRepository } from './live.repository.ts';
import { LiveStreams } from './live-streams.ts';

/** How soon news show. Milliseconds. */
const POLL_INTERVAL_MS = 2_000;
/** Looking takes at most this share of the time: accounts with much traffic are looked at less often. */
const BUSY_SHARE = 0.1;

/** What the streams that show the same share: one looks for all of them. */
interface View {
  userId: UserId;
  domain: string | null;
  streams: number;
  /** When the last look began, and for how long it holds. */
  lookedAt: number;
  holdsMs: number;
  event: Promise<LiveEvent> | null;
}

/** The overview's figures, told whenever they change, for as long as somebody listens. */
@Injectable()
export class LiveOverviewService implements BeforeApplicationShutdown {
  private readonly streams = new LiveStreams();
  private readonly views = new Map<string, View>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly owned: OwnedSitesService,
    private readonly live: LiveRepository,
    private readonly now: NowService,
    private readonly dashboard: DashboardService,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Events of one domain, or of all of the account's. The stream has to be closed for the account to get its place back.
   * @param seen the id of the last event that the client has had; nothing is told twice
   * @throws DomainError `domain_not_found`, `too_many_streams`, `streams_busy`
   */
  async stream(userId: UserId, domain: string | null, seen: string | null): Promise<Readable> {
    const place = this.streams.begin(userId);
    const view = this.enter(userId, domain);
    const leave = () => {
      place.end();
      this.leave(view);
    };
    try {
      // What is refused is refused as other calls are, before the first line.
      await this.latest(view);
    } catch (error) {
      leave();
      throw error;
    }
    return eventStream((signal) => this.events(view, seen, signal), this.stopping.signal, leave);
  }

  private async *events(view: View, seen: string | null, signal: AbortSignal): AsyncGenerator<string> {
    yield STREAM_START;
    let last = seen;
    while (!signal.aborted) {
      const event = await this.latest(view);
      if (event.id !== last) {
        last = event.id;
        yield eventText(event);
      }
      // Who has gone, or is to go, is the reason why this ends early.
      await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private enter(userId: UserId, domain: string | null): View {
    const key = keyOf(userId, domain);
    const view = this.views.get(key) ?? {
      userId,
      domain,
      streams: 0,
      lookedAt: 0,
      holdsMs: 0,
      event: null,
    };
    view.streams++;
    this.views.set(key, view);
    return view;
  }

  private leave(view: View): void {
    view.streams--;
    if (view.streams === 0) this.views.delete(keyOf(view.userId, view.domain));
  }

  private latest(view: View): Promise<LiveEvent> {
    const startedAt = performance.now();
    if (view.event !== null && startedAt - view.lookedAt < view.holdsMs) return view.event;
    view.lookedAt = startedAt;
    // Until it is known how long it takes, nobody looks beside it.
    view.holdsMs = Number.POSITIVE_INFINITY;
    const event = this.read(view, view.event).finally(() => {
      view.holdsMs = Math.max(POLL_INTERVAL_MS, (performance.now() - startedAt) / BUSY_SHARE);
    });
    view.event = event;
    event.catch(() => {
      if (view.event === event) view.event = null;
    });
    return event;
  }

  /** Whose the sites are is asked anew each time: a domain that was given away is not shown any more. */
  private async read(
    { userId, domain }: View,
    before: Promise<LiveEvent> | null,
    nowMs = Date.now(),
  ): Promise<LiveEvent> {
    const [known, sites] = await Promise.all([before, this.owned.sitesOf(userId, domain)]);
    const minute = nowMs - (nowMs % MINUTE_MS);
    const counts = await this.live.counts(sites.numbers, minute - HOUR_MS);
    const id = idOf([userId, domain, sites.numbers, minute, counts]);
    if (known?.id === id) return known;
    const [now, stats] = await Promise.all([
      this.now.of(userId, domain, nowMs),
      this.dashboard.stats(userId, domain, nowMs),
    ]);
    return { id, name: 'overview', data: { now, stats } };
  }
}

const keyOf = (userId: UserId, domain: string | null): string => JSON.stringify([userId, domain]);

const idOf = (parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url').slice(0, 22);
