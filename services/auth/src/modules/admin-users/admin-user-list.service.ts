import { Inject, Injectable, Logger } from '@nestjs/common';
import type { domainsV1 } from '@palisade/contracts';
import type { UserId } from '@palisade/nest-kit';
import { DOMAINS, type DomainsClient } from '../../connections/connections.module.ts';
import { PlansService } from '../plans/plans.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import { UserSearchRepository } from '../users/user-search.repository.ts';
import {
  type AdminUserQuery,
  type AdminUserView,
  DOMAINS_IN_LIST,
  DOMAINS_OF_ONE,
} from './admin-user.schema.ts';

/** Users as administrators see them: with the plan from billing, and domains and traffic from the domains service. */
@Injectable()
export class AdminUserListService {
  private readonly logger = new Logger(AdminUserListService.name);

  constructor(
    private readonly search: UserSearchRepository,
    private readonly plans: PlansService,
    @Inject(DOMAINS) private readonly domains: DomainsClient,
  ) {}

  async page(query: AdminUserQuery): Promise<{ users: AdminUserView[]; total: number }> {
    const { users, total } = await this.search.page(query);
    return { users: await this.views(users, DOMAINS_IN_LIST), total };
  }

  async view(user: UserEntity): Promise<AdminUserView> {
    const [view] = await this.views([user], DOMAINS_OF_ONE);
    if (!view) throw new Error('one user has one view');
    return view;
  }

  private async views(users: readonly UserEntity[], mostDomains: number): Promise<AdminUserView[]> {
    const ids = users.map((user) => user.id);
    const [plans, domains] = await Promise.all([this.plans.ofMany(ids), this.domainsOf(ids)]);
    return users.map((user) => {
      const owned = (domains?.get(user.id) ?? []).toSorted(byName);
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
        domains: owned.slice(0, mostDomains).map((domain) => ({
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

  /** `null` while the domains service is unavailable: the list is useful without it. */
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

const byName = (a: domainsV1.DomainSummary, b: domainsV1.DomainSummary): number =>
  a.domainName < b.domainName ? -1 : 1;
