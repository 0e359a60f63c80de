import { isIP } from 'node:net';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { auditEvent, EventPublisher } from '@palisade/messaging/nest';
import { clientBlock, DomainError, type UserCaller, type UserId } from '@palisade/nest-kit';
import type { z } from 'zod';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import {
  type ClientData,
  ClientErasureService,
  type ErasedClient,
} from '../erasure/client-erasure.service.ts';
import { ClientErasuresRepository } from '../erasure/client-erasures.repository.ts';
import { KEPT_DAYS as EXPORTS_KEPT_DAYS } from '../log-exports/export-size.rules.ts';
import { DEFAULT_RETENTION_DAYS } from '../log-store/partition-name.rules.ts';
import { KEPT_DAYS as STREAMED_WITHIN_DAYS } from '../log-streams/stream-cursor.repository.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import {
  FACETS_KEPT_DAYS,
  HOURS_KEPT_DAYS,
  MINUTES_KEPT_DAYS,
  ROLLOUTS_KEPT_DAYS,
} from '../records/kept.rules.ts';
import { keptClient } from '../search/log-filter.schema.ts';
import { SearchQueues } from '../search/search-queues.rules.ts';
import {
  type deletedVisitorDataSchema,
  KEPT_DATA,
  type keptDataSchema,
  type VisitorDataQuery,
  type visitorDataSchema,
} from './visitor-data.schema.ts';

/**
 * Maximum records counted. An attacker's address may have millions, and their exact number does not matter for privacy.
 */
const MAX_COUNTED = 100_000;
/**
 * Maximum time of a search, ms: one that finds little may have to read all records of a site. The results so far are
 * returned.
 */
const COUNTED_WITHIN_MS = 10_000;
/** Maximum time of one deletion call, ms; a repeated call continues where it stopped. */
const DELETED_WITHIN_MS = 20_000;
/** Maximum concurrent deletions: each uses a database connection. */
const AT_A_TIME = 2;

/** In days; null: as long as the plan keeps logs. */
const KEPT_DAYS: Readonly<Record<(typeof KEPT_DATA)[number], number | null>> = {
  records: null,
  recordings: null,
  reports: null,
  values_by_hour: FACETS_KEPT_DAYS,
  sums_by_minute: MINUTES_KEPT_DAYS,
  sums_by_hour: HOURS_KEPT_DAYS,
  rollout_visitors: ROLLOUTS_KEPT_DAYS,
  exports: EXPORTS_KEPT_DAYS,
  stream_backlog: STREAMED_WITHIN_DAYS,
};

/** Finds and deletes what is stored about one visitor of an owner's site, for requests under data protection law. */
@Injectable()
export class VisitorDataService {
  private readonly logger = new Logger(VisitorDataService.name);
  private readonly turns = new SearchQueues<UserId>(AT_A_TIME);

  constructor(
    private readonly directory: DomainDirectoryService,
    private readonly erasure: ClientErasureService,
    private readonly erasures: ClientErasuresRepository,
    private readonly publisher: EventPublisher,
    @Inject(DOMAINS_CLIENT) private readonly domains: DomainsClient,
  ) {}

  async kept(userId: UserId): Promise<z.infer<typeof keptDataSchema>> {
    const { entitlements } = await this.domains.getOwnerPlan({ userId });
    const ofPlan = entitlements?.logRetentionDays || DEFAULT_RETENTION_DAYS;
    return KEPT_DATA.map((kind) => ({ kind, days: KEPT_DAYS[kind] ?? ofPlan }));
  }

  /**
   * @param left aborted when the caller has gone
   * @throws DomainError `domain_not_found`, `too_many_searches`, `search_too_slow`
   */
  async find(
    userId: UserId,
    query: VisitorDataQuery,
    left: AbortSignal,
  ): Promise<z.infer<typeof visitorDataSchema>> {
    const client = await this.clientOf(userId, query);
    const { found, isComplete } = await this.turns.take(userId, () =>
      this.erasure.find(client, MAX_COUNTED, AbortSignal.any([left, AbortSignal.timeout(COUNTED_WITHIN_MS)])),
    );
    return {
      ...found,
      is_complete: isComplete,
      network: isIP(query.address) === 0 ? null : keptClient(clientBlock(query.address)),
    };
  }

  /**
   * Deletes a visitor's data. Continues when the caller disconnects.
   * @throws DomainError `domain_not_found`, `too_many_searches`, `search_too_slow`, `deletion_not_recorded`,
   * `deletion_unfinished`
   */
  async erase(
    caller: UserCaller,
    query: VisitorDataQuery,
  ): Promise<z.infer<typeof deletedVisitorDataSchema>> {
    const client = await this.clientOf(caller.userId, query);
    return await this.turns.take(caller.userId, async () => {
      await this.record(caller, client.siteId, query);
      // Records that are still at an edge or on the bus are stored later, and deleted then.
      const erasureId = await this.erasures.add(client, Date.now());
      const deleted = await this.eraseInTime(client);
      if (erasureId === null)
        this.logger.error({ site: client.siteId }, 'visitor data will not be erased again: too many');
      else await this.erasures.begun(erasureId);
      return { ...deleted, is_repeated: erasureId !== null };
    });
  }

  /** Bounded in time, so that an attacker's millions of records do not delay others. */
  private async eraseInTime(client: ErasedClient): Promise<ClientData> {
    const until = AbortSignal.timeout(DELETED_WITHIN_MS);
    try {
      return await this.erasure.erase(client, until);
    } catch (error) {
      if (error !== until.reason || !until.aborted) throw error;
      const detail = 'Partly deleted. Repeat the request to continue.';
      throw new DomainError('unavailable', 'deletion_unfinished', detail, { cause: error, retryAfter: 1 });
    }
  }

  private async clientOf(
    userId: UserId,
    { domain, address, from, to }: VisitorDataQuery,
  ): Promise<ErasedClient> {
    const [owned] = await this.directory.select(userId, domain);
    return { siteId: owned!.id, address, span: { fromMs: Date.parse(from), toMs: Date.parse(to) } };
  }

  /**
   * Records the deletion before anything is deleted; without a record nothing is. The audit log is kept for good, so it
   * does not say whose data it was.
   */
  private async record(caller: UserCaller, domainId: string, { from, to }: VisitorDataQuery): Promise<void> {
    try {
      await this.publisher.publish([auditEvent(caller, 'visitor_data.deleted', domainId, { from, to })]);
    } catch (error) {
      const detail = 'The deletion cannot be recorded at the moment. Please try again.';
      throw new DomainError('unavailable', 'deletion_not_recorded', detail, { cause: error });
    }
  }
}
