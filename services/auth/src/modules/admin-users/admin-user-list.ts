import { Inject, Injectable, Logger } from '@nestjs/common';
import type { domainsV1 } from '@palisade/contracts';
import type { UserId } from '@palisade/nest-kit';
import { DataSource, In } from 'typeorm';
import { UserEntity } from '../accounts/user.entity.ts';
import { DOMAINS, type DomainsClient } from '../internal/clients.ts';
import { Plans } from '../plans/plans.ts';
import type { AdminUserQuery, AdminUserView } from './admin-user.dto.ts';

/** Each list has one order only: address and name are unique, a time is not. */
const SORT_COLUMNS = {
  created_at: ['user.createdAt', 'user.id'],
  email: ['user.emailKey'],
  username: ['user.usernameKey'],
} as const satisfies Record<AdminUserQuery['sort'], readonly string[]>;

const OPPOSITE = { asc: 'desc', desc: 'asc' } as const;

/** So many users are skipped in no time; beyond it, it pays to know how many there are first. */
const NEAR = 1_000;

/** Users as administrators see them: with plan from billing, and domains and traffic from the domains service. */
@Injectable()
export class AdminUserList {
  private readonly logger = new Logger('AdminUserList');

  constructor(
    private readonly database: DataSource,
    private readonly plans: Plans,
    @Inject(DOMAINS) private readonly domains: DomainsClient,
  ) {}

  async page(query: AdminUserQuery): Promise<{ users: AdminUserView[]; total: number }> {
    const before = (query.page - 1) * query.page_size;
    if (before <= NEAR) {
      const ids = await this.ids(query, before, query.page_size);
      // A page that is not full says how many there are. A search with few matches has to read all users, and so has
      // counting: this way it is done once.
      const isLast = ids.length < query.page_size && (ids.length > 0 || before === 0);
      const [users, total] = await Promise.all([
        this.usersById(ids),
        isLast ? before + ids.length : this.count(query),
      ]);
      return { users, total };
    }
    // Skipping is what takes time, so far pages are looked for from the nearer end.
    const total = await this.count(query);
    const length = Math.max(0, Math.min(query.page_size, total - before));
    if (length === 0) return { users: [], total };
    const after = total - before - length;
    const ids =
      after < before
        ? (await this.ids({ ...query, order: OPPOSITE[query.order] }, after, length)).reverse()
        : await this.ids(query, before, length);
    return { users: await this.usersById(ids), total };
  }

  /** Answered by an index alone; the rows themselves are read for the page only. */
  private async ids(query: AdminUserQuery, skip: number, take: number): Promise<UserId[]> {
    const direction = query.order === 'asc' ? 'ASC' : 'DESC';
    const ids = this.matching(query).select('user.id', 'id').offset(skip).limit(take);
    for (const column of SORT_COLUMNS[query.sort]) ids.addOrderBy(column, direction);
    return (await ids.getRawMany<{ id: UserId }>()).map(({ id }) => id);
  }

  private async usersById(ids: readonly UserId[]): Promise<AdminUserView[]> {
    const rows = await this.database.manager.findBy(UserEntity, { id: In([...ids]) });
    const byId = new Map(rows.map((row) => [row.id, row]));
    return this.views(ids.flatMap((id) => byId.get(id) ?? []));
  }

  private async count(query: AdminUserQuery): Promise<number> {
    // Not getCount(): it counts distinct ids, for which it reads and sorts them all.
    const row = await this.matching(query).select('count(*)', 'total').getRawOne<{ total: string }>();
    return Number(row?.total ?? 0);
  }

  async view(user: UserEntity): Promise<AdminUserView> {
    const [view] = await this.views([user]);
    if (!view) throw new Error('one user has one view');
    return view;
  }

  private matching(query: AdminUserQuery) {
    const users = this.database.createQueryBuilder(UserEntity, 'user').where('user.deletedAt IS NULL');
    if (query.search) {
      const pattern = `%${query.search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`;
      users.andWhere('search_text LIKE :pattern', { pattern });
    }
    if (query.is_admin) users.andWhere('user.isAdmin = :isAdmin', { isAdmin: query.is_admin === 'true' });
    if (query.is_active)
      users.andWhere('user.isActive = :isActive', { isActive: query.is_active === 'true' });
    if (query.plan === 'free') {
      // Whoever billing has said nothing about has the free plan.
      users.andWhere(
        `NOT EXISTS (SELECT FROM user_plans p WHERE p.user_id = user.id AND p.plan_slug <> 'free')`,
      );
    } else if (query.plan) {
      users.andWhere('EXISTS (SELECT FROM user_plans p WHERE p.user_id = user.id AND p.plan_slug = :plan)', {
        plan: query.plan,
      });
    }
    return users;
  }

  private async views(users: readonly UserEntity[]): Promise<AdminUserView[]> {
    const ids = users.map((user) => user.id);
    const [plans, domains] = await Promise.all([this.plans.ofMany(ids), this.domainsOf(ids)]);
    return users.map((user) => {
      const owned = domains?.get(user.id) ?? [];
      const sum = (pick: (domain: domainsV1.DomainSummary) => bigint) =>
        domains === null ? null : owned.reduce((total, domain) => total + Number(pick(domain)), 0);
      return {
        id: user.id,
        email: user.email,
        username: user.username,
        full_name: user.fullName,
        plan: plans.get(user.id)?.slug ?? 'free',
        plan_name: plans.get(user.id)?.name ?? 'Free',
        is_admin: user.isAdmin,
        is_active: user.isActive,
        email_confirmed: user.emailConfirmedAt !== null,
        created_at: user.createdAt.toISOString(),
        domain_count: domains === null ? null : owned.length,
        domains: owned.map((domain) => ({
          id: domain.id,
          domain_name: domain.domainName,
          is_active: domain.isActive,
          total_requests: Number(domain.totalRequests),
          blocked_requests: Number(domain.blockedRequests),
        })),
        total_requests: sum((domain) => domain.totalRequests),
        blocked_requests: sum((domain) => domain.blockedRequests),
      };
    });
  }

  /** `null` while the domains service does not answer: the list is of use without it. */
  private async domainsOf(ids: readonly UserId[]): Promise<Map<string, domainsV1.DomainSummary[]> | null> {
    if (ids.length === 0) return new Map();
    try {
      const { domains } = await this.domains.listDomainsOfUsers({ userIds: [...ids] });
      return Map.groupBy(domains, (domain) => domain.ownerId);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the domains service does not answer; users are listed without domains',
      );
      return null;
    }
  }
}
