import {
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RepeatedJobs } from '@palisade/messaging/jobs';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { Domain } from '../domains/domain.entity.ts';
import { Clock } from './clock.ts';
import { PublicationPump } from './publication-pump.ts';
import { Releases } from './releases.service.ts';

const QUEUE = 'domains-expiry';
const EVERY_MS = 15_000;
const PER_RUN = 200;
/** A site that cannot be released now does not stand in the way of the others. */
const PAUSE_AFTER_FAILURE = '1 minute';

/**
 * Sites go out again without the exclusions that have expired. The table says which are due, so that neither a Redis that
 * forgets nor a process that dies loses one; several instances may look at once.
 */
@Injectable()
export class ExclusionExpiry implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('ExclusionExpiry');
  private jobs: RepeatedJobs | null = null;

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly releases: Releases,
    private readonly pump: PublicationPump,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_QUEUE_REDIS_URL'>,
  ) {}

  onApplicationBootstrap(): void {
    this.jobs = new RepeatedJobs({
      name: QUEUE,
      redisUrl: this.config.PALISADE_QUEUE_REDIS_URL,
      what: 'the expiry of exclusions',
      schedule: { due: { everyMs: EVERY_MS } },
      work: () => this.releaseDue(),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.jobs?.close();
  }

  /** Null before the start. */
  get queue() {
    return this.jobs?.queue ?? null;
  }

  /** @returns how many sites went out anew */
  async releaseDue(): Promise<number> {
    let released = 0;
    for (let more = true; more; ) {
      const due: { site_id: DomainId }[] = await this.dataSource.query(
        `SELECT site_id FROM publications WHERE next_expiry_at <= $1 ORDER BY next_expiry_at LIMIT ${PER_RUN}`,
        [new Date(this.clock.now())],
      );
      const before = released;
      for (const { site_id } of due) if (await this.releaseOne(site_id)) released++;
      more = due.length === PER_RUN && released > before;
    }
    if (released > 0) {
      this.logger.log({ sites: released }, 'sites go out without exclusions that have expired');
      this.pump.kick();
    }
    return released;
  }

  private async releaseOne(id: DomainId): Promise<boolean> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        const domain = await manager.findOne(Domain, {
          where: { id },
          lock: { mode: 'pessimistic_write' },
        });
        // Another instance, or a save, may have been here meanwhile.
        if (domain === null || !(await this.releases.isDue(manager, id))) return false;
        await this.releases.release(manager, domain);
        return true;
      });
    } catch (error) {
      this.logger.error({ err: error, site: id }, 'a site cannot go out without its expired exclusions now');
      await this.dataSource.query(
        `UPDATE publications SET next_expiry_at = $2::timestamptz + interval '${PAUSE_AFTER_FAILURE}'
         WHERE site_id = $1 AND next_expiry_at <= $2`,
        [id, new Date(this.clock.now())],
      );
      return false;
    }
  }
}
