// What is stored of sites that somebody looks at live, read once for all who look:
//
//   sites said to whoever stores ─▶ chunks behind the last look ─▶ a share of them for each site ─▶ their fresh rows ─▶ a site's tails

import { setTimeout as sleep } from 'node:timers/promises';
import { type BeforeApplicationShutdown, Injectable, Logger } from '@nestjs/common';
import type { LogRow } from '../log-store/log-row.types.ts';
import { shareOf } from './feed-share.rules.ts';
import { LiveTailsRepository } from './live-tails.repository.ts';
import { ShownRowsService } from './shown-rows.service.ts';

/** How soon news are read. Milliseconds. */
const POLL_INTERVAL_MS = 150;
/** Reading takes at most this share of the time: what it cannot keep up with is a gap. */
const BUSY_SHARE = 0.4;
/** How often it is said which sites are followed, well within the time for which that holds. Milliseconds. */
const SAYS_MS = 20_000;
/** Who has not heard for so long may have missed something: what was to be listed may not have been. Milliseconds. */
const LOST_MS = 30_000;

/** Of one tail. */
export interface TailListener {
  offer: (row: LogRow) => void;
  /** Rows of one of its sites were left out. */
  missed: () => void;
}

/** Gives each tail the rows of its sites as they are stored, by whichever instance. */
@Injectable()
export class TailFeedService implements BeforeApplicationShutdown {
  private readonly logger = new Logger(TailFeedService.name);
  private readonly listeners = new Map<number, Set<TailListener>>();
  private readonly stopping = new AbortController();
  private isRunning = false;
  private saying: Promise<void> = Promise.resolve();
  private said: ReadonlySet<number> = new Set();
  private saidAt = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly tails: LiveTailsRepository,
    private readonly rows: ShownRowsService,
  ) {}

  beforeApplicationShutdown(): void {
    this.stopping.abort();
  }

  /**
   * What is stored of these sites once this has returned is heard, until they are left.
   * @param before those that it has heard of so far, and hears of no more
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
    await this.say();
  }

  leave(listener: TailListener, siteNos: readonly number[]): void {
    for (const siteNo of siteNos) {
      const ofSite = this.listeners.get(siteNo);
      if (ofSite?.delete(listener) && ofSite.size === 0) this.listeners.delete(siteNo);
    }
  }

  /** One after another, and what is known already is not said again; whom nobody looks at any more is left with the next round. */
  private say(): Promise<void> {
    this.saying = this.saying
      .catch(() => undefined)
      .then(async () => {
        const siteNos = [...this.listeners.keys()];
        const isDue = performance.now() - this.saidAt >= SAYS_MS;
        const added = isDue ? siteNos : siteNos.filter((siteNo) => !this.said.has(siteNo));
        if (added.length > 0) await this.tails.follow(added);
        if (!isDue) {
          this.said = new Set([...this.said, ...added]);
          return;
        }
        await this.tails.leaveAllBut(siteNos);
        [this.said, this.saidAt] = [new Set(siteNos), performance.now()];
      });
    return this.saying;
  }

  private start(): void {
    if (this.isRunning) return;
    this.isRunning = true;
    void this.run().finally(() => {
      this.isRunning = false;
      // Somebody came while the last one's leaving was told.
      if (this.listeners.size > 0 && !this.stopping.signal.aborted) this.start();
    });
  }

  private async run(): Promise<void> {
    const { signal } = this.stopping;
    let position: string | null = null;
    let heardAt = performance.now();
    let hasFailed = false;
    while (!signal.aborted && this.listeners.size > 0) {
      const beganAt = performance.now();
      try {
        await this.say();
        position = position === null ? await this.tails.newestPosition() : await this.poll(position);
        if (hasFailed || performance.now() - heardAt > LOST_MS) this.tellMissed(this.listeners.keys());
        [heardAt, hasFailed] = [performance.now(), false];
      } catch (error) {
        // A database server that crashed has forgotten who is followed, and what was stored meanwhile is not listed.
        this.saidAt = Number.NEGATIVE_INFINITY;
        hasFailed = true;
        this.logger.warn({ err: error }, 'live views of logs will go on later');
      }
      const tookMs = performance.now() - beganAt;
      await sleep(Math.max(POLL_INTERVAL_MS, tookMs / BUSY_SHARE - tookMs), undefined, {
        signal,
        ref: false,
      }).catch(() => undefined);
    }
    this.saidAt = Number.NEGATIVE_INFINITY;
    await this.say().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'what was shown live is listed for a minute more'),
    );
  }

  /** @returns where the next look begins */
  private async poll(position: string): Promise<string> {
    const { chunks, isCut } = await this.tails.chunksBehind(position, [...this.listeners.keys()]);
    if (isCut) this.tellMissed(this.listeners.keys());
    const { taken, leftOut } = shareOf(chunks);
    this.tellMissed(leftOut);
    for await (const rows of this.rows.ofChunks(taken))
      for (const row of rows)
        for (const listener of this.listeners.get(row.site_no) ?? []) listener.offer(row);
    return chunks.at(-1)?.position ?? position;
  }

  private tellMissed(siteNos: Iterable<number>): void {
    for (const siteNo of siteNos) for (const listener of this.listeners.get(siteNo) ?? []) listener.missed();
  }
}
