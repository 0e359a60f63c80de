import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { type DomainId, type UserId, violatedUnique } from '@palisade/nest-kit';
import { defaultSitePolicy } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { alreadyAdded, hostsChanged, verifiedElsewhere } from '../domain-store/domain.errors.ts';
import { domainChanged, domainEvent } from '../domain-store/domain.events.ts';
import { newDomain } from '../domain-store/domain.factory.ts';
import {
  areHostsOf,
  normaliseDomainName,
  normaliseHosts,
  refuseLoop,
  refuseOriginsAsHosts,
} from '../domain-store/domain-name.rules.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { type OwnNameSettings, ownNames } from '../domain-store/own-names.rules.ts';
import { refuseOwnPort } from '../domain-store/own-ports.rules.ts';
import { OwnerStatesRepository } from '../domain-store/owner-states.repository.ts';
import { SiteHostsRepository } from '../domain-store/site-hosts.repository.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { domainLimitReached } from '../plans/plan-limit.errors.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import {
  type NewVersion,
  SitePolicyVersionsRepository,
} from '../site-policy/site-policy-versions.repository.ts';
import type { DomainCreate, DomainUpdate, DomainView } from './domain.schema.ts';
import { DomainViewsService } from './domain-views.service.ts';

@Injectable()
export class DomainsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly siteHosts: SiteHostsRepository,
    private readonly owners: OwnerStatesRepository,
    private readonly configs: SitePolicyVersionsRepository,
    private readonly views: DomainViewsService,
    private readonly plans: OwnerPlansService,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly audit: AuditLogger,
    @Inject(CONFIG)
    private readonly config: Pick<DomainsConfig, OwnNameSettings | 'PALISADE_ORIGIN_REFUSED_PORTS'>,
  ) {}

  async list(ownerId: UserId): Promise<DomainView[]> {
    return this.views.views(await this.domains.ofOwner(ownerId));
  }

  async get(ownerId: UserId, id: DomainId): Promise<DomainView> {
    return this.views.view(await this.domains.owned(ownerId, id));
  }

  /** @throws DomainError `domain_name_invalid`, `domain_name_too_long`, `public_suffix`, `platform_name`, `own_name`, `origin_is_edge`, `origin_is_own_port`, `domain_already_added`, `domain_taken`, `upgrade_required`, `account_not_active` */
  async add(actor: Actor, input: DomainCreate): Promise<DomainView> {
    const ownerId = actor.userId;
    const name = normaliseDomainName(input.domain_name, ownNames(this.config));
    const domain = newDomain(ownerId, name, input.contest);
    refuseLoop(input.origin_host, domain.hosts, this.config.PALISADE_CNAME_TARGET);
    const origin = { host: input.origin_host, port: originPort(input) };
    refuseOwnPort(origin, this.config.PALISADE_ORIGIN_REFUSED_PORTS, 'origin_port');
    await this.refuseBeyondLimit(ownerId);
    try {
      await this.dataSource.transaction(async (manager) => {
        await this.domains.lockOwner(manager, ownerId);
        await this.owners.requireActive(manager, ownerId);
        await this.refuseTaken(manager, ownerId, name, input.contest);
        await this.refuseBeyondLimit(ownerId, manager);
        await this.domains.insert(manager, domain);
        await this.configs.insert(manager, firstConfig(domain, input));
        await this.outbox.addAll(manager, [domainEvent('domains.domain_added.v1', domain)]);
        await this.audit.record(manager, actor, 'domain.created', domain.id, {});
      });
    } catch (error) {
      if (violatedUnique(error) === 'domains_owner_name') throw alreadyAdded(name);
      throw error;
    }
    return this.views.view(domain);
  }

  /** @throws DomainError `domain_not_found`, `host_invalid`, `own_name`, `origin_is_edge`, `host_taken`, `hosts_changed` */
  async update(actor: Actor, id: DomainId, update: DomainUpdate): Promise<DomainView> {
    const changed = await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(actor.userId, id, manager, 'for update');
      const wasPaused = domain.pausedByOwner;
      domain.pausedByOwner = update.is_active === undefined ? domain.pausedByOwner : !update.is_active;
      if (update.hosts !== undefined) {
        if (update.hosts_before !== undefined && !areHostsOf(domain, update.hosts_before))
          throw hostsChanged();
        domain.hosts = normaliseHosts(domain.domainName, update.hosts, ownNames(this.config));
        refuseOriginsAsHosts((await this.configs.current(manager, domain)).originConfig, domain.hosts);
        await this.siteHosts.refuseBelowOthers(manager, domain);
        if (domain.dnsVerified) await this.siteHosts.take(manager, domain, 'refuse');
      }
      await this.domains.update(manager, domain, {
        pausedByOwner: domain.pausedByOwner,
        hosts: domain.hosts,
      });
      await this.publication.publish(manager, domain.id);
      await this.outbox.addAll(manager, [domainChanged(domain)]);
      if (domain.pausedByOwner !== wasPaused)
        await this.audit.record(
          manager,
          actor,
          domain.pausedByOwner ? 'domain.paused' : 'domain.resumed',
          id,
          {},
        );
      if (update.hosts !== undefined) await this.audit.record(manager, actor, 'domain.hosts_changed', id, {});
      return domain;
    });
    this.publisher.kick();
    return this.views.view(changed);
  }

  /** @throws DomainError `domain_not_found` */
  async remove(actor: Actor, id: DomainId): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(actor.userId, id, manager, 'for update');
      await this.removeLocked(manager, domain);
      await this.audit.record(manager, actor, 'domain.deleted', id, {});
    });
    this.publisher.kick();
  }

  /** The caller must have locked the domain's row. */
  async removeLocked(manager: EntityManager, domain: Domain): Promise<void> {
    await this.publication.withdraw(manager, domain.id);
    await this.outbox.addAll(manager, [domainEvent('domains.domain_removed.v1', domain)]);
    await this.domains.delete(manager, domain.id);
    await manager.query('DELETE FROM site_totals WHERE site_id = $1', [domain.id]);
  }

  private async refuseTaken(
    manager: EntityManager,
    ownerId: UserId,
    name: string,
    contest: boolean,
  ): Promise<void> {
    const same = await this.domains.claimsOf(manager, ownerId, name);
    if (same.some((domain) => domain.ownerId === ownerId)) throw alreadyAdded(name);
    if (same.length > 0 && !contest) throw verifiedElsewhere(name);
  }

  /**
   * A plan's limit counts all domains, verified or not. Outside the transaction, billing is asked before refusing,
   * since a plan bought a moment ago must count; inside it, the stored plan decides, so that no call delays the lock.
   */
  private async refuseBeyondLimit(ownerId: UserId, manager?: EntityManager): Promise<void> {
    const count = (await this.domains.ofOwner(ownerId, manager)).length;
    let plan = await this.plans.planOf(ownerId, manager);
    if (manager === undefined && isFull(plan.entitlements.maxDomains, count)) {
      plan = await this.plans.freshPlanOf(ownerId);
    }
    const limit = plan.entitlements.maxDomains;
    if (limit !== null && isFull(limit, count)) throw domainLimitReached(plan.planName, limit);
  }
}

const isFull = (limit: number | null, count: number): boolean => limit !== null && count >= limit;

const originPort = ({ origin_port: port, origin_protocol: protocol }: DomainCreate): number =>
  port ?? (protocol === 'https' ? 443 : 80);

function firstConfig(domain: Domain, input: DomainCreate): NewVersion {
  const config = defaultSitePolicy({
    origin_host: input.origin_host,
    origin_port: originPort(input),
    origin_protocol: input.origin_protocol,
  });
  return {
    domainId: domain.id,
    version: domain.configVersion,
    config,
    authorId: domain.ownerId,
    changeKind: 'created',
    restoredVersion: null,
  };
}
