import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { OriginHealthBoard } from '@palisade/edge-state';
import { IntervalJob } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { edgeRedis } from '../../connections/edge-redis.ts';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { OriginHealthRepository, type SiteVerdict } from './origin-health.repository.ts';
import { originVerdict } from './origin-verdict.rules.ts';

const INTERVAL_MS = 30_000;
const SITES_AT_ONCE = 200;
/** More sites than one edge serves (`npm run bench:many-sites`); bounds a node that invents sites. */
const MAX_SITES = 20_000;
const SITE_ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Stores results of the edges' health checks, which only show the current state, so that uptime can be computed. */
@Injectable()
export class OriginHealthJob extends IntervalJob implements OnApplicationShutdown {
  protected readonly pauseMs = INTERVAL_MS;
  protected readonly failure = 'what health checks found will be kept later';
  private readonly redis: Redis;
  private readonly board: OriginHealthBoard;

  constructor(
    @Inject(LOGS_CONFIG) config: LogsConfig,
    private readonly sites: SitesRepository,
    private readonly spans: OriginHealthRepository,
  ) {
    super();
    this.redis = edgeRedis(config.PALISADE_EDGE_REDIS_URL, 'origin-health', new Logger(OriginHealthJob.name));
    this.board = new OriginHealthBoard(this.redis);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  protected run(): Promise<void> {
    return this.keep();
  }

  async keep(): Promise<void> {
    const siteIds = (await this.board.sites(MAX_SITES)).filter((id) => SITE_ID.test(id));
    for (let at = 0; at < siteIds.length; at += SITES_AT_ONCE)
      await this.keepOf(siteIds.slice(at, at + SITES_AT_ONCE));
  }

  private async keepOf(siteIds: readonly string[]): Promise<void> {
    await this.sites.ensure(siteIds);
    const verdicts = await Promise.all(
      siteIds.map(async (id): Promise<SiteVerdict[]> => {
        const verdict = originVerdict(await this.board.read(id));
        return verdict === null ? [] : [{ siteNo: this.sites.numberOf(id), ...verdict }];
      }),
    );
    await this.spans.record(verdicts.flat());
  }
}
