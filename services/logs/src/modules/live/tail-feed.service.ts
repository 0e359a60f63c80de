// New records of the sites that are shown live, read once for all streams of this instance:
//
//   publish followed sites ─▶ read the chunks listed since the last poll ─▶ take a fair share per site ─▶ load their rows ─▶ offer them to the tails

import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { LogRow } from '../log-store/log-row.types.ts';
import { shareOf } from './feed-share.rules.ts';
import { LiveTailsRepository } from './live-tails.repository.ts';
import { ShownRowsService } from './shown-rows.service.ts';

/** Minimum interval between two reads of new records, ms. */
const POLL_INTERVAL_MS = 150;
/** Maximum share of time spent reading. Records that this cannot keep up with are reported as a gap. */
const BUSY_SHARE = 0.4;
/**
 * Interval at which this instance renews the list of sites it follows, ms; well below the time after which an entry
 * expires (FOLLOWED_SECONDS).
 */
const RENEWAL_INTERVAL_MS = 20_000;
/**
 * Time without a successful read after which a gap is reported, ms: our list of followed sites may have expired, so
 * that new chunks were not listed.
 */
const MAX_UNREAD_MS = 30_000;

/** Receives the rows of one tail. */
export interface TailListener {
  offer: (row: LogRow) => void;
  /** Called when rows of one of its sites were skipped. */
  missed: () => void;
}

/** Gives each tail the rows of its sites as they are stored, whichever instance stores them. */
@Injectable()
export class TailFeedService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(TailFeedService.name);
  private readonly listeners = new Map<number, Set<TailListener>>();
  private readonly stopping = new AbortController();
  private isRunning = false;
  private publishing: Promise<void> = Promise.resolve();
  private published: ReadonlySet<number> = new Set();
  private publishedAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly tails: LiveTailsRepository,
    private readonly rows: ShownRowsService,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * Subscribes a listener to sites: it receives every row stored after this promise has resolved, until `leave`.
   * @param before sites it was subscribed to so far; those not in `siteNos` are unsubscribed
   */
  async follow(
    listener: TailListener,
    siteNos: readonly number[],
    before: readonly number[] = [],
  ): Promise<void> {
    this.leave(
      listener,
      before.filter((siteNo) => !siteNos.includes(siteNo)),
    );
    for (const siteNo of siteNos) {
      const ofSite = this.listeners.get(siteNo);
      if (ofSite === undefined) this.listeners.set(siteNo, new Set([listener]));
      else ofSite.add(listener);
    }
    this.start();
    await this.publishFollowed();
  }

  leave(listener: TailListener, siteNos: readonly number[]): void {
    for (const siteNo of siteNos) {
      const ofSite = this.listeners.get(siteNo);
      if (ofSite?.delete(listener) && ofSite.size === 0) this.listeners.delete(siteNo);
    }
  }

  /**
   * Publishes which sites are followed. Calls run one after another; new sites are added at once, sites without
   * listeners are removed with the next renewal.
   */
  private publishFollowed(): Promise<void> {
    this.publishing = this.publishing
      .catch(() => undefined)
      .then(async () => {
        const siteNos = [...this.listeners.keys()];
        const isDue = performance.now() - this.publishedAt >= RENEWAL_INTERVAL_MS;
        const added = isDue ? siteNos : siteNos.filter((siteNo) => !this.published.has(siteNo));
        if (added.length > 0) await this.tails.follow(added);
        if (!isDue) {
          this.published = new Set([...this.published, ...added]);
          return;
        }
        await this.tails.leaveAllBut(siteNos);
        [this.published, this.publishedAt] = [new Set(siteNos), performance.now()];
      });
    return this.publishing;
  }

  private start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    void this.run().finally(() => {
      this.isRunning = false;
      // A listener subscribed while the final update was being written.
      if (this.listeners.size > 0 && !this.stopping.signal.aborted) this.start();
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let position: string | null = null;
    let readAt = performance.now();
    let hasFailed = false;
    while (!signal.aborted && this.listeners.size > 0) {
      const beganAt = performance.now();
      try {
        await this.publishFollowed();
        position = position === null ? await this.tails.newestPosition() : await this.poll(position);
        if (hasFailed || performance.now() - readAt > MAX_UNREAD_MS) this.reportMissed(this.listeners.keys());
        [readAt, hasFailed] = [performance.now(), false];
      } catch (error) {
        // After a crash the database has lost the (unlogged) list of followed sites, and chunks stored since then are
        // not listed.
        this.publishedAt = Number.NEGATIVE_INFINITY;
        hasFailed = true;
        this.logger.warn({ err: error }, 'live tail: polling for new records failed');
      }
      const tookMs = performance.now() - beganAt;
      await sleep(Math.max(POLL_INTERVAL_MS, tookMs / BUSY_SHARE - tookMs), undefined, {
        signal,
        ref: false,
      }).catch(() => undefined);
    }
    this.publishedAt = Number.NEGATIVE_INFINITY;
    await this.publishFollowed().catch((error: unknown) =>
      this.logger.warn(
        { err: error },
        'live tail: unfollowing sites failed; their entries expire by themselves',
      ),
    );
  }

  /** @returns the position at which the next poll begins */
  private async poll(position: string): Promise<string> {
    const { chunks, isCut } = await this.tails.chunksBehind(position, [...this.listeners.keys()]);
    if (isCut) this.reportMissed(this.listeners.keys());
    const { taken, leftOut } = shareOf(chunks);
    this.reportMissed(leftOut);
    for await (const rows of this.rows.ofChunks(taken))
      for (const row of rows)
        for (const listener of this.listeners.get(row.site_no) ?? []) listener.offer(row);
    return chunks.at(-1)?.position ?? position;
  }

  private reportMissed(siteNos: Iterable<number>): void {
    for (const siteNo of siteNos) for (const listener of this.listeners.get(siteNo) ?? []) listener.missed();
  }
}
