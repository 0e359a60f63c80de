import { isIP } from 'node:net';
import { Inject, Injectable } from '@nestjs/common';
import { auditEvent, EventPublisher } from '@palisade/messaging/nest';
import { clientBlock, DomainError, type UserCaller, type UserId } from '@palisade/nest-kit';
import type { z } from 'zod';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import { ClientErasureService, type ErasedClient } from '../erasure/client-erasure.service.ts';
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

/** An attacker's address may have millions; how many of them is no question of privacy. */
const MAX_COUNTED = 100_000;
/** A search that finds little may have to read all records of a site; what it has found by then is told. Milliseconds. */
const COUNTED_WITHIN_MS = 10_000;
/** Of one call; a repeat goes on where it was. Milliseconds. */
const DELETED_WITHIN_MS = 20_000;
/** Each keeps a connection busy. */
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

/** What is stored of one visitor of an owner's site, for whoever asks for it to be told or deleted. */
@Injectable()
export class VisitorDataService {
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
   * @param left whoever asked has gone
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
   * Whoever asked may leave: what was begun is ended.
   * @throws DomainError `domain_not_found`, `too_many_searches`, `search_too_slow`, `deletion_not_recorded`, `deletion_unfinished`
   */
  async erase(
    caller: UserCaller,
    query: VisitorDataQuery,
  ): Promise<z.infer<typeof deletedVisitorDataSchema>> {
    const client = await this.clientOf(caller.userId, query);
    return await this.turns.take(caller.userId, async () => {
      await this.record(caller, client.siteId, query);
      // What is still at an edge or on the bus is stored later, and deleted then.
      await this.erasures.add(client, Date.now());
      return await this.eraseInTime(client);
    });
  }

  /** An attacker's millions of records keep nobody else waiting. */
  private async eraseInTime(client: ErasedClient): Promise<z.infer<typeof deletedVisitorDataSchema>> {
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

  /** Before anything is gone: what nobody hears of is not done. The log is kept for good, so that it does not say whose data it was. */
  private async record(caller: UserCaller, domainId: string, { from, to }: VisitorDataQuery): Promise<void> {
    try {
      await this.publisher.publish([auditEvent(caller, 'visitor_data.deleted', domainId, { from, to })]);
    } catch (error) {
      const detail = 'The deletion cannot be recorded at the moment. Please try again.';
      throw new DomainError('unavailable', 'deletion_not_recorded', detail, { cause: error });
    }
  }
}
