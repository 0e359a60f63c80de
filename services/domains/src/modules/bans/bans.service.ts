import { Inject, Injectable } from '@nestjs/common';
import { BanList, type ListedBan } from '@palisade/edge-state';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import type { Redis } from 'ioredis';
import { EDGE_REDIS } from '../../connections/edge-redis.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import type { BanCreate, BanListView, BanPage, BanView } from './ban.schema.ts';

/**
 * A site's bans, and clients that its rules added to lists. Stored only in the edges' Redis, from which every edge
 * learns within a second.
 */
@Injectable()
export class BansService {
  private readonly bans: BanList;

  constructor(
    private readonly domains: DomainsRepository,
    @Inject(EDGE_REDIS) redis: Redis,
  ) {
    this.bans = new BanList(redis);
  }

  /** Those that end last come first. @throws DomainError `domain_not_found`, `bans_unavailable` */
  async list(ownerId: UserId, id: DomainId, page: BanPage): Promise<BanListView> {
    await this.domains.owned(ownerId, id);
    const found = await reachable(this.bans.ofSite(id, page.offset, page.limit, page.kind));
    return { ...found, bans: found.bans.map(view) };
  }

  /** Keeps a ban that already lasts longer. @throws DomainError `domain_not_found`, `bans_unavailable` */
  async add(ownerId: UserId, id: DomainId, input: BanCreate): Promise<BanView> {
    await this.domains.owned(ownerId, id);
    const createdMs = Date.now();
    const untilMs = createdMs + input.duration_seconds * 1_000;
    const details = { reason: 'manual', note: input.note, createdMs };
    await reachable(this.bans.ban({ siteId: id, address: input.address, untilMs }, details));
    return view({ siteId: id, address: input.address, untilMs, ...details });
  }

  /** @throws DomainError `domain_not_found`, `ban_not_found`, `bans_unavailable` */
  async lift(ownerId: UserId, id: DomainId, address: string): Promise<void> {
    await this.domains.owned(ownerId, id);
    const lifted = await reachable(this.bans.lift(id, address));
    if (!lifted) throw new DomainError('not_found', 'ban_not_found', `${address} is not banned.`);
  }
}

function view(ban: ListedBan): BanView {
  return {
    address: ban.address,
    until: new Date(ban.untilMs).toISOString(),
    reason: ban.reason,
    note: ban.note,
    created_at: ban.createdMs === 0 ? null : new Date(ban.createdMs).toISOString(),
  };
}

/** Without the edges' Redis, bans can be neither read nor changed: the caller has to retry. */
async function reachable<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (cause) {
    throw new DomainError('unavailable', 'bans_unavailable', 'Bans cannot be read or changed right now.', {
      cause,
    });
  }
}
