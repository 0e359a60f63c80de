import { createHash } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import { RepeatedJobRunner } from '@palisade/messaging/jobs';
import type { DomainId } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import { type DueList, dueLists } from './revocation-due.rules.ts';

const QUEUE = 'domains-revocation-lists';
const INTERVAL_MS = 3_600_000;
const SITES_AT_ONCE = 200;
const FIRST_ID = '00000000-0000-0000-0000-000000000000';

interface SiteWithLists {
  id: DomainId;
  owner_id: string;
  domain_name: string;
  lists: string[];
}

/**
 * Notifies owners of revocation lists that need to be replaced: some days before the next one is due, and once that day
 * has passed. An outdated list admits certificates revoked since, and nothing else reveals that. One instance runs at a
 * time; a notification is recorded with its event, so that it is sent once.
 */
@Injectable()
export class RevocationListsJob implements OnApplicationBootstrap {
  private readonly logger = new Logger(RevocationListsJob.name);

  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly outbox: OutboxWriter,
    private readonly clock: ClockService,
    private readonly runner: RepeatedJobRunner,
  ) {}

  onApplicationBootstrap(): void {
    this.runner.start({
      name: QUEUE,
      what: 'the look at revocation lists',
      schedule: { due: { everyMs: INTERVAL_MS } },
      work: () => this.tellDue(),
    });
  }

  /** @returns number of lists with notifications */
  async tellDue(): Promise<number> {
    let notified = 0;
    let after: string = FIRST_ID;
    for (let more = true; more; ) {
      const sites: SiteWithLists[] = await this.dataSource.query(
        `SELECT d.id, d.owner_id, d.domain_name, v.origin_config->'client_certificate_revocations' AS lists
         FROM domains d JOIN waf_config_versions v ON v.domain_id = d.id AND v.version = d.config_version
         WHERE d.id > $1 AND v.origin_config->>'client_certificates' <> 'off'
           AND v.origin_config->'client_certificate_revocations' <> '[]'
         ORDER BY d.id LIMIT ${SITES_AT_ONCE}`,
        [after],
      );
      for (const site of sites)
        for (const list of dueLists(site.lists, this.clock.now()))
          if (await this.tell(site, list)) notified++;
      after = sites.at(-1)?.id ?? after;
      more = sites.length === SITES_AT_ONCE;
    }
    if (notified > 0)
      this.logger.log({ lists: notified }, 'owners notified of revocation lists due for renewal');
    return notified;
  }

  private tell(site: SiteWithLists, { issuer, nextUpdate, isOver }: DueList): Promise<boolean> {
    return this.dataSource.transaction(async (manager) => {
      const list = createHash('sha256').update(issuer).digest('hex');
      const fresh: unknown[] = await manager.query(
        `INSERT INTO told_revocation_lists (domain_id, list, next_update, is_over)
         SELECT id, $2, $3, $4 FROM domains WHERE id = $1 ON CONFLICT DO NOTHING RETURNING list`,
        [site.id, list, nextUpdate, isOver],
      );
      if (fresh.length === 0) return false;
      await this.outbox.add(manager, 'domains.revocation_list_due.v1', site.id, {
        domainId: site.id,
        ownerId: site.owner_id,
        domainName: site.domain_name,
        issuer,
        nextUpdate: timestampFromDate(nextUpdate),
        isOver,
      });
      return true;
    });
  }
}
