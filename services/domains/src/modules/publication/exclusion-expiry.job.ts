import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import { ConfigPublisherService } from './config-publisher.service.ts';
import { PublicationService } from './publication.service.ts';
import { SiteDocuments } from './site-documents.port.ts';

const QUEUE = 'domains-expiry';
const INTERVAL_MS = 15_000;
const PER_RUN = 200;
/** A site whose publication fails does not block the others. */
const PAUSE_AFTER_FAILURE = '1 minute';

/**
 * Publishes sites again without expired exclusions. The table says which are due, so that neither an emptied Redis nor
 * a dead process loses one; several instances may run at once.
 */
@Injectable()
export class ExclusionExpiryJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(ExclusionExpiryJob.name);
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly publication: PublicationService,
    private readonly documents: SiteDocuments,
    private readonly publisher: ConfigPublisherService,
    private readonly clock: ClockService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the expiry of exclusions',
      schedule: { due: { everyMs: INTERVAL_MS } },
      work: () => this.publishDue(),
    });
  }

  /** @returns number of published sites */
  async publishDue(): Promise<number> {
    let published = 0;
    for (let more = true; more; ) {
      const due: { site_id: DomainId }[] = await this.dataSource.query(
        `SELECT site_id FROM publications WHERE next_expiry_at <= $1 ORDER BY next_expiry_at LIMIT ${PER_RUN}`,
        [new Date(this.clock.now())],
      );
      const before = published;
      for (const { site_id } of due) if (await this.publishOne(site_id)) published++;
      more = due.length === PER_RUN && published > before;
    }
    if (published > 0) {
      this.logger.log({ sites: published }, 'site configurations republished without expired exclusions');
      this.publisher.kick();
    }
    return published;
  }

  private async publishOne(id: DomainId): Promise<boolean> {
    try {
      return await this.dataSource.transaction(async (manager) => {
        // Another instance, or a save, may have been here meanwhile.
        const isDue = (await this.documents.lock(manager, id)) && (await this.publication.isDue(manager, id));
        if (!isDue) return false;
        await this.publication.publish(manager, id);
        return true;
      });
    } catch (error) {
      this.logger.error(
        { err: error, site: id },
        'republishing a site without its expired exclusions failed',
      );
      await this.dataSource.query(
        `UPDATE publications SET next_expiry_at = $2::timestamptz + interval '${PAUSE_AFTER_FAILURE}'
         WHERE site_id = $1 AND next_expiry_at <= $2`,
        [id, new Date(this.clock.now())],
      );
      return false;
    }
  }
}
