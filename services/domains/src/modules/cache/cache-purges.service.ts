import { Inject, Injectable } from '@nestjs/common';
import { CachePurgeLog, type ListedPurge } from '@palisade/edge-state';
import { upgradeText } from '@palisade/entitlements';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';

import { type CachePurgeInput, LIMIT_PER_MINUTE, type PurgeRecord } from './cache-purge.schema.ts';

const A_MINUTE = 60;

/** Purges of sites' stored responses. Their history is stored in the edges' Redis, too. */
@Injectable()
export class CachePurgesService {
  private readonly log: CachePurgeLog;

  constructor(
    private readonly domains: DomainsRepository,
    private readonly plans: OwnerPlansService,
    @Inject(EDGE_REDIS) redis: Redis,
  ) {
    this.log = new CachePurgeLog(redis);
  }

  /** @throws DomainError `domain_not_found`, `upgrade_required`, `purged_too_often`, `purge_unavailable` */
  async purge(ownerId: UserId, id: DomainId, input: CachePurgeInput): Promise<PurgeRecord> {
    await this.domains.owned(ownerId, id);
    const { entitlements } = await this.plans.planOf(ownerId);
    if (!entitlements.edgeCaching) {
      throw new DomainError('payment_required', 'upgrade_required', upgradeText('edgeCaching'));
    }
    const values = input.kind === 'all' ? [] : [...new Set(input.values)];
    const purge: ListedPurge = { kind: input.kind, values, atMs: Date.now(), byUserId: ownerId };
    if (!(await reachable(this.log.announce(id, purge)))) {
      const retryAfter = A_MINUTE - (Math.floor(purge.atMs / 1_000) % A_MINUTE);
      const detail = `At most ${LIMIT_PER_MINUTE} values can be purged within a minute.`;
      throw new DomainError('too_many', 'purged_too_often', detail, { retryAfter });
    }
    return view(purge);
  }

  /** @throws DomainError `domain_not_found`, `purge_unavailable` */
  async list(ownerId: UserId, id: DomainId): Promise<{ purges: PurgeRecord[]; limit_per_minute: number }> {
    await this.domains.owned(ownerId, id);
    const purges = await reachable(this.log.ofSite(id));
    return { purges: purges.map(view), limit_per_minute: LIMIT_PER_MINUTE };
  }
}

function view(purge: ListedPurge): PurgeRecord {
  return {
    kind: purge.kind,
    values: [...purge.values],
    requested_at: new Date(purge.atMs).toISOString(),
    requested_by: purge.byUserId,
  };
}

/** Without the edges' Redis nothing can be purged: the caller has to retry. */
async function reachable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new DomainError('unavailable', 'purge_unavailable', 'The edges cannot be reached right now.', {
      cause,
    });
  }
}
