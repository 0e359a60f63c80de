import { Agent, request as httpRequest } from 'node:http';
import { finished } from 'node:stream/promises';
import { DAY_MS } from '@palisade/basics';
import {
  aiCrawlerVisit,
  appSession,
  attackWave,
  browserSession,
  falsePositive,
  ordinaryDay,
  scan,
} from './ordinary-day.ts';
import type { PlannedRequest } from './planned-request.ts';
import { Random } from './random.ts';
import { hostOf, SITE_NAMES, type SiteName } from './sites.ts';

/** Minimum pause between two requests, ms, even if many are overdue. */
const MIN_GAP_MS = 300;
const MAX_UNDER_WAY = 4;
const ANSWER_WITHIN_MS = 5_000;
/** What is later than this, because the machine slept, is not made up for. */
const MAX_LATE_MS = 30_000;
/** For the first hour somebody attacks now and then, so that what is newest is mixed. */
const ATTACK_EVERY_MS = 35_000;
const ATTACKS = 100;
/** As long, the author tries again so often: a rule that was mended is seen to be. */
const AUTHOR_EVERY_MS = 120_000;
const AUTHOR_TRIES = 30;

/** The first minute: a little of everything, so that there is something to see at once. */
export function opening(nowMs: number): PlannedRequest[] {
  const random = new Random(`opening ${nowMs}`);
  const people = [1, 2, 14, 26, 38].flatMap((second) =>
    browserSession(second % 2 === 0 ? 'shop' : 'blog', nowMs + second * 1_000, random, 6_000),
  );
  const tries = Array.from({ length: AUTHOR_TRIES }, (_, i) =>
    falsePositive(nowMs + 6_000 + i * AUTHOR_EVERY_MS),
  );
  return [
    ...people,
    ...appSession(nowMs + 4_000, random, 4_000),
    ...attackWave('shop', nowMs + 3_000, random, 30, 1_200),
    ...scan('blog', nowMs + 20_000, random, 1_500),
    ...aiCrawlerVisit(nowMs + 9_000, random, 6_000),
    ...attackWave('shop', nowMs + 50_000, random, ATTACKS, ATTACK_EVERY_MS),
    ...tries,
  ].sort(byTime);
}

/** What is left of a day from now on. */
export const restOfDay = (nowMs: number): PlannedRequest[] =>
  SITE_NAMES.flatMap((site) => ordinaryDay(site, nowMs - (nowMs % DAY_MS)))
    .filter(({ atMs }) => atMs > nowMs)
    .sort(byTime);

const byTime = (a: PlannedRequest, b: PlannedRequest): number => a.atMs - b.atMs;

export interface EdgeOfDemo {
  port: number;
  /** The sender's own address, whose `X-Forwarded-For` the edge believes. */
  from: string;
  /** Those that are there. */
  sites: readonly SiteName[];
}

/** Sends what is planned to the edge, each request at its time, until it is stopped. */
export class LiveVisitors {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: MAX_UNDER_WAY });
  private queue: PlannedRequest[];
  private dayMs: number;
  private underWay = 0;
  private timer: NodeJS.Timeout | undefined;
  private stopped = false;

  constructor(
    private readonly edge: EdgeOfDemo,
    private readonly say: (line: string) => void,
    nowMs = Date.now(),
  ) {
    this.queue = this.toSites([...opening(nowMs), ...restOfDay(nowMs)]);
    this.dayMs = nowMs - (nowMs % DAY_MS);
  }

  start(): void {
    this.wait();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
    this.agent.destroy();
  }

  private wait(): void {
    if (this.stopped) return;
    const nowMs = Date.now();
    if (nowMs >= this.dayMs + DAY_MS) this.nextDay(nowMs);
    while (this.queue[0] !== undefined && this.queue[0].atMs < nowMs - MAX_LATE_MS) this.queue.shift();
    const untilNext = this.queue[0] === undefined ? DAY_MS : this.queue[0].atMs - nowMs;
    const untilMidnight = this.dayMs + DAY_MS - nowMs;
    const pause = Math.max(MIN_GAP_MS, Math.min(untilNext, untilMidnight));
    this.timer = setTimeout(() => {
      if (this.queue[0] !== undefined && this.queue[0].atMs <= Date.now() && this.underWay < MAX_UNDER_WAY)
        void this.send(this.queue.shift()!);
      this.wait();
    }, pause);
  }

  private nextDay(nowMs: number): void {
    this.dayMs = nowMs - (nowMs % DAY_MS);
    this.queue = this.toSites([...this.queue, ...restOfDay(nowMs)]);
  }

  private toSites(planned: readonly PlannedRequest[]): PlannedRequest[] {
    return planned.filter(({ site }) => this.edge.sites.includes(site)).sort(byTime);
  }

  private async send(planned: PlannedRequest): Promise<void> {
    this.underWay++;
    try {
      await this.ask(planned);
    } catch (error) {
      // The edge may be away for a moment; nothing is sent twice.
      if (!this.stopped) this.say(`a request was not answered: ${(error as Error).message}`);
    } finally {
      this.underWay--;
    }
  }

  private async ask({
    site,
    method,
    target,
    userAgent,
    referer,
    address,
    body,
  }: PlannedRequest): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const outgoing = httpRequest(
      {
        host: '127.0.0.1',
        port: this.edge.port,
        localAddress: this.edge.from,
        agent: this.agent,
        method,
        path: target,
        headers: {
          host: hostOf(site),
          'user-agent': userAgent,
          accept: 'text/html,application/xhtml+xml,application/json;q=0.9,*/*;q=0.8',
          'accept-language': 'en-GB,en;q=0.9',
          'accept-encoding': 'gzip, deflate, br',
          'x-forwarded-for': address,
          ...(referer !== '' && { referer }),
          ...(body !== null && { 'content-type': body.type, 'content-length': Buffer.byteLength(body.text) }),
        },
        signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
      },
      (response) => {
        response.resume();
        finished(response).then(resolve, reject);
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body?.text);
    await promise;
  }
}
