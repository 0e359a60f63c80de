import { Injectable } from '@nestjs/common';
import { auditEvent, EventPublisher } from '@palisade/messaging/nest';
import { DomainError, type UserCaller } from '@palisade/nest-kit';
import { SitesRepository } from '../ingest/sites.repository.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { ID_SKEW_MS, madeAtMs } from '../log-store/request-id.rules.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { toLogEntry } from '../request-logs/log-entry.rules.ts';
import { RollUpsRepository } from '../roll-ups/roll-ups.repository.ts';
import type { OperatorLogEntry } from './operator-entries.schema.ts';

/** An operator's access to customers' logs, one request at a time. */
@Injectable()
export class OperatorEntriesService {
  constructor(
    private readonly rollUps: RollUpsRepository,
    private readonly store: LogStore,
    private readonly sites: SitesRepository,
    private readonly directory: DomainDirectoryService,
    private readonly publisher: EventPublisher,
  ) {}

  /** @throws DomainError `log_entry_not_found`, `service_unavailable` */
  async open(admin: UserCaller, requestId: string): Promise<OperatorLogEntry> {
    const atMs = madeAtMs(requestId);
    const siteNos = await this.rollUps.sitesWithTraffic(atMs - ID_SKEW_MS, atMs + ID_SKEW_MS);
    const row = await this.store.records.byRequestId(siteNos, requestId);
    const siteId = row && (await this.sites.idOf(row.site_no));
    // Entries of a removed domain are not shown.
    const domain = siteId && (await this.directory.summariesOf([siteId])).get(siteId);
    if (!row || !siteId || !domain) throw notFound();
    // Recorded before it is shown: a look-up that cannot be recorded is refused.
    await this.record(admin, requestId, siteId);
    return { entry: toLogEntry(row, domain.name), domain_id: siteId, owner_id: domain.ownerId };
  }

  private async record(admin: UserCaller, requestId: string, siteId: string): Promise<void> {
    try {
      await this.publisher.publish([auditEvent(admin, 'log_entry.opened', requestId, { domain: siteId })]);
    } catch (error) {
      const detail = 'The access cannot be recorded at the moment. Please try again.';
      throw new DomainError('unavailable', 'service_unavailable', detail, { cause: error, retryAfter: 5 });
    }
  }
}

const notFound = () =>
  new DomainError('not_found', 'log_entry_not_found', 'No domain has this request in its log');
