import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { OutboxWriter } from '@palisade/messaging';
import { type DomainId, newId, type UserId } from '@palisade/nest-kit';
import { defaultWafConfig } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config.ts';
import { domainChanged, domainFact } from '../facts/facts.ts';
import { OwnerPlans } from '../plans/owner-plans.service.ts';
import { PublicationPump } from '../publication/publication-pump.ts';
import { Releases } from '../publication/releases.service.ts';
import { domainLimitReached } from '../waf-config/gating.ts';

import { WafConfigVersion } from '../waf-config/waf-config-version.entity.ts';
import type { DomainCreate, DomainUpdate, DomainView } from './domain.dto.ts';
import { Domain } from './domain.entity.ts';
import { alreadyAdded, verifiedElsewhere, violatedUnique } from './domain.errors.ts';
import { defaultHosts, normaliseDomainName, normaliseHosts, refuseLoop } from './domain-name.ts';
import { DomainsRepository } from './domains.repository.ts';
import { newToken } from './new-token.ts';
import { type OwnNameSettings, ownNames } from './own-names.ts';
import { refuseOwnPort } from './own-ports.ts';
import { requireActiveOwner } from './owner-states.ts';
import { refuseHostsBelowOthers, takeHosts } from './site-hosts.ts';

@Injectable()
export class DomainsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly plans: OwnerPlans,
    private readonly releases: Releases,
    private readonly pump: PublicationPump,
    private readonly outbox: OutboxWriter,
    @Inject(CONFIG)
    private readonly config: Pick<DomainsConfig, OwnNameSettings | 'PALISADE_ORIGIN_REFUSED_PORTS'>,
  ) {}

  async list(ownerId: UserId): Promise<DomainView[]> {
    return this.domains.views(await this.domains.ofOwner(ownerId));
  }

  async get(ownerId: UserId, id: DomainId): Promise<DomainView> {
    return this.domains.view(await this.domains.owned(ownerId, id));
  }

  /** @throws DomainError `domain_name_invalid`, `domain_name_too_long`, `public_suffix`, `platform_name`, `own_name`, `origin_is_edge`, `origin_is_own_port`, `domain_already_added`, `domain_taken`, `upgrade_required`, `account_not_active` */
  async add(ownerId: UserId, input: DomainCreate): Promise<DomainView> {
    const name = normaliseDomainName(input.domain_name, ownNames(this.config));
    const domain = newDomain(ownerId, name, input.contest);
    refuseLoop(input.origin_host, domain.hosts, this.config.PALISADE_CNAME_TARGET);
    const origin = { host: input.origin_host, port: originPort(input) };
    refuseOwnPort(origin, this.config.PALISADE_ORIGIN_REFUSED_PORTS, 'origin_port');
    await this.refuseBeyondLimit(ownerId);
    try {
      await this.dataSource.transaction(async (manager) => {
        await this.domains.serialise(manager, ownerId);
        await requireActiveOwner(manager, ownerId);
        await this.refuseTaken(manager, ownerId, name, input.contest);
        await this.refuseBeyondLimit(ownerId, manager);
        await manager.insert(Domain, domain);
        await manager.insert(WafConfigVersion, firstConfig(domain, input));
        await this.outbox.addAll(manager, [domainFact('domains.domain_added.v1', domain)]);
      });
    } catch (error) {
      if (violatedUnique(error) === 'domains_owner_name') throw alreadyAdded(name);
      throw error;
    }
    return this.domains.view(domain);
  }

  /** @throws DomainError `domain_not_found`, `host_invalid`, `host_taken` */
  async update(ownerId: UserId, id: DomainId, update: DomainUpdate): Promise<DomainView> {
    const changed = await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(ownerId, id, manager, 'for update');
      domain.pausedByOwner = update.is_active === undefined ? domain.pausedByOwner : !update.is_active;
      if (update.hosts !== undefined) {
        domain.hosts = normaliseHosts(domain.domainName, update.hosts);
        await refuseHostsBelowOthers(manager, domain);
        if (domain.dnsVerified) await takeHosts(manager, domain, 'refuse');
      }
      await manager.update(Domain, { id }, { pausedByOwner: domain.pausedByOwner, hosts: domain.hosts });
      await this.releases.release(manager, domain);
      await this.outbox.addAll(manager, [domainChanged(domain)]);
      return domain;
    });
    this.pump.kick();
    return this.domains.view(changed);
  }

  /** @throws DomainError `domain_not_found` */
  async remove(ownerId: UserId, id: DomainId): Promise<void> {
    await this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(ownerId, id, manager, 'for update');
      await this.removeLocked(manager, domain);
    });
    this.pump.kick();
  }

  /** The caller holds the domain's row. */
  async removeLocked(manager: EntityManager, domain: Domain): Promise<void> {
    await this.releases.remove(manager, domain.id);
    await this.outbox.addAll(manager, [domainFact('domains.domain_removed.v1', domain)]);
    await manager.delete(Domain, { id: domain.id });
    await manager.query('DELETE FROM site_totals WHERE site_id = $1', [domain.id]);
  }

  private async refuseTaken(
    manager: EntityManager,
    ownerId: UserId,
    name: string,
    contest: boolean,
  ): Promise<void> {
    const same = await manager.find(Domain, {
      where: [
        { domainName: name, ownerId },
        { domainName: name, dnsVerified: true },
      ],
    });
    if (same.some((domain) => domain.ownerId === ownerId)) throw alreadyAdded(name);
    if (same.length > 0 && !contest) throw verifiedElsewhere(name);
  }

  /**
   * A plan's limit counts every domain, verified or not. Before the transaction billing is asked ahead of a refusal,
   * since a plan paid for a moment ago must count; within it what is stored decides, and no call holds the lock up.
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

function newDomain(ownerId: UserId, name: string, contest: boolean): Domain {
  return Object.assign(new Domain(), {
    id: newId<DomainId>(),
    ownerId,
    domainName: name,
    hosts: defaultHosts(name),
    verificationToken: newToken(),
    tokenIssuedAt: new Date(),
    txtReason: contest ? 'contest' : null,
    dnsVerified: false,
    verifiedAt: null,
    pausedByOwner: false,
    ownerDisabled: false,
    configVersion: 1,
    createdAt: new Date(),
    dnsCheckedAt: null,
    nextDnsCheckAt: new Date(),
  });
}

const originPort = ({ origin_port: port, origin_protocol: protocol }: DomainCreate): number =>
  port ?? (protocol === 'https' ? 443 : 80);

function firstConfig(domain: Domain, input: DomainCreate): WafConfigVersion {
  const { originConfig, policyConfig } = defaultWafConfig({
    origin_host: input.origin_host,
    origin_port: originPort(input),
    origin_protocol: input.origin_protocol,
  });
  return Object.assign(new WafConfigVersion(), {
    domainId: domain.id,
    version: 1,
    originConfig,
    policyConfig,
    authorId: domain.ownerId,
    changeKind: 'created',
    restoredVersion: null,
    createdAt: domain.createdAt,
  });
}
