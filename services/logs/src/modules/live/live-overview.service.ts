import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable } from '@nestjs/common';
import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import type { UserId } from '@palisade/nest-kit';
import { AttackStatusService } from '../attack-status/attack-status.service.ts';
import { DashboardService } from '../dashboard/dashboard.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { eventText, type LiveEvent, STREAM_START } from './event-stream.rules.ts';
import { eventStream } from './event-stream.ts';
import { LiveRepository } from './live.repository.ts';
import { LiveStreams } from './live-streams.ts';

/** Minimum interval between two reads of the figures, ms. */
const POLL_INTERVAL_MS = 2_000;
/**
 * Maximum share of time spent reading one view's figures: accounts whose figures are slow to read are refreshed less
 * often.
 */
const BUSY_SHARE = 0.1;

/** State shared by all streams that show the same figures: they are read once for all of them. */
interface View {
  userId: UserId;
  domain: string | null;
  streams: number;
  /** When the last read began, and for how long its result is reused, ms. */
  readAt: number;
  holdsMs: number;
  event: Promise<LiveEvent> | null;
}

/** Streams the overview's figures to a client whenever they change. */
@Injectable()
export class LiveOverviewService implements BeforeApplicationShutdown {
  private readonly streams = new LiveStreams();
  private readonly views = new Map<string, View>();
  private readonly stopping = new AbortController();

  constructor(
    private readonly owned: OwnedSitesService,
    private readonly live: LiveRepository,
    private readonly now: AttackStatusService,
    private readonly dashboard: DashboardService,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Streams events of one domain, or of all domains of the account. The account's slot is freed only when the stream is
   * closed.
   * @param seen id of the last event that the client received; no event is sent twice
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
      // Checked before the stream starts, so that errors are ordinary HTTP responses.
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
      // An abort ends the sleep early; the loop condition handles it.
      await sleep(POLL_INTERVAL_MS, undefined, { signal, ref: false }).catch(() => undefined);
    }
  }

  private enter(userId: UserId, domain: string | null): View {
    const key = keyOf(userId, domain);
    const view = this.views.get(key) ?? {
      userId,
      domain,
      streams: 0,
      readAt: 0,
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
    if (view.event !== null && startedAt - view.readAt < view.holdsMs) return view.event;
    view.readAt = startedAt;
    // While a read is under way, all streams share it, however long it takes.
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

  /** The owner of each site is checked on every read: a domain that changed hands is no longer shown. */
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
