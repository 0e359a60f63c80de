import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { AuditAction } from '@palisade/contracts';
import { OutboxWriter } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type DomainId, type FieldError, type UserId } from '@palisade/nest-kit';
import {
  applyUpdate,
  changesBetween,
  MANAGED_RULE_SET,
  type OriginConfig,
  type PolicyConfig,
  type SitePolicy,
} from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { ClockService } from '../clock/clock.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { domainChanged } from '../domain-store/domain.events.ts';
import { refuseLoop } from '../domain-store/domain-name.rules.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { refuseOwnPort } from '../domain-store/own-ports.rules.ts';
import { ListReferencesRepository } from '../lists/list-references.repository.ts';
import { ManagedRulesService } from '../managed-rules/managed-rules.service.ts';
import { RuleReleasesService } from '../managed-rules/rule-releases.service.ts';
import { OriginCertificatesRepository } from '../origin-certificate-store/origin-certificates.repository.ts';
import { OriginIssuanceService } from '../origin-certificate-store/origin-issuance.service.ts';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import { ConfigPublisherService } from '../publication/config-publisher.service.ts';
import { PublicationService } from '../publication/publication.service.ts';
import { refuseRolledOut } from '../rollout-store/rolled-out-policy.rules.ts';
import { RolloutsRepository } from '../rollout-store/rollouts.repository.ts';
import { clientAuthorityFaults } from './client-authorities.rules.ts';
import { withSafePages } from './own-pages.rules.ts';
import { refuseBeyondPlan } from './plan-gating.rules.ts';
import { listFaults, newListsOf, policyFaults } from './policy-faults.rules.ts';
import type { SitePolicyUpdate } from './site-policy.schema.ts';
import type { ChangeKind, SitePolicyVersion } from './site-policy-version.entity.ts';
import { SitePolicyVersionsRepository } from './site-policy-versions.repository.ts';

/** How the audit log calls what is done here. */
const AUDITED_AS = {
  saved: 'policy.updated',
  rolled_back: 'policy.rolled_back',
} as const satisfies Partial<Record<ChangeKind, AuditAction>>;

/** What is new about a version. */
interface Change {
  kind: keyof typeof AUDITED_AS;
  restoredVersion: number | null;
  /** From what is in force to what shall be. */
  next: (stored: SitePolicy) => SitePolicy;
}

/** Further work in the transaction of a save, which has locked the domain; an error aborts the save. */
type Within = (manager: EntityManager) => Promise<void>;

/** A change that is tried: as it would be saved, or back to a version. */
export type ProposedChange = { update: SitePolicyUpdate } | { version: number };

/** @throws DomainError `validation_failed` */
const saved = (update: SitePolicyUpdate): Change => {
  const { safe, faults } = withSafePages(update);
  refuse(faults);
  return { kind: 'saved', restoredVersion: null, next: (stored) => applyUpdate(stored, safe) };
};

const rolledBack = (old: SitePolicyVersion): Change => ({
  kind: 'rolled_back',
  restoredVersion: old.version,
  // Over what is in force, so that fields newer than the old version keep a value.
  next: (stored) => ({
    originConfig: { ...stored.originConfig, ...old.originConfig },
    policyConfig: { ...stored.policyConfig, ...old.policyConfig },
  }),
});

/** Maximum fields named; the domain's history has all, with their values. */
const MAX_NAMED = 12;

/** Names of the changed fields for the audit log, which stores no values: "blocked countries, custom rules". */
function fieldNames(changes: ReturnType<typeof changesBetween>): string {
  const names = [...new Set(changes.map(({ field }) => (field.split('.')[1] ?? field).replaceAll('_', ' ')))];
  const more = names.length - MAX_NAMED;
  return names.slice(0, MAX_NAMED).join(', ') + (more > 0 ? ` and ${more} more` : '');
}

@Injectable()
export class SitePolicyService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly versions: SitePolicyVersionsRepository,
    private readonly plans: OwnerPlansService,
    private readonly publication: PublicationService,
    private readonly publisher: ConfigPublisherService,
    private readonly outbox: OutboxWriter,
    private readonly audit: AuditLogger,
    private readonly rules: ManagedRulesService,
    private readonly releases: RuleReleasesService,
    private readonly lists: ListReferencesRepository,
    private readonly clock: ClockService,
    private readonly rollouts: RolloutsRepository,
    private readonly originCertificates: OriginCertificatesRepository,
    private readonly originIssuance: OriginIssuanceService,
    @Inject(CONFIG)
    private readonly config: Pick<DomainsConfig, 'PALISADE_CNAME_TARGET' | 'PALISADE_ORIGIN_REFUSED_PORTS'>,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async get(ownerId: UserId, id: DomainId) {
    return this.view(await this.domains.owned(ownerId, id));
  }

  /**
   * @param within is done in the same transaction
   * @throws DomainError `domain_not_found`, `configuration_changed` (409), `rollout_running` (409), `upgrade_required` (402),
   * `validation_failed`, `configuration_refused`, `configuration_too_large`
   */
  async update(actor: Actor, id: DomainId, update: SitePolicyUpdate, within?: Within) {
    return this.change(actor, id, saved(update), update.version, within);
  }

  /** @param basedOn the active version that was reviewed @throws DomainError as `update`, and `version_not_found` */
  async rollBack(actor: Actor, id: DomainId, version: number, basedOn?: number) {
    await this.domains.owned(actor.userId, id);
    return this.change(actor, id, rolledBack(await this.versionOf(id, version)), basedOn);
  }

  /**
   * The configuration after a change; nothing is saved. Settings beyond the plan are dropped where the document is
   * built.
   * @throws DomainError `domain_not_found`, `version_not_found`, `validation_failed`
   */
  async propose(
    ownerId: UserId,
    id: DomainId,
    proposed: ProposedChange,
  ): Promise<{ stored: SitePolicy; next: SitePolicy }> {
    const domain = await this.domains.owned(ownerId, id);
    const stored = await this.versions.current(this.dataSource.manager, domain);
    const change = await this.changeOf(ownerId, id, proposed);
    const next = change.next(stored);
    await this.refuseFaults(domain, stored.policyConfig, next.policyConfig, change.kind);
    return { stored, next };
  }

  /** The configuration after a validated change, with its pages sanitised as in a save. */
  merged(stored: SitePolicy, update: SitePolicyUpdate): SitePolicy {
    return applyUpdate(stored, withSafePages(update).safe);
  }

  /**
   * The active configuration after a change, if it may be saved.
   * @throws DomainError as `update`, and `version_not_found`
   */
  async admissible(
    ownerId: UserId,
    id: DomainId,
    proposed: ProposedChange,
  ): Promise<(stored: SitePolicy) => SitePolicy> {
    const change = await this.changeOf(ownerId, id, proposed);
    await this.refuseEarly(ownerId, id, change);
    return change.next;
  }

  /** A roll-out's change becomes the version in force. The caller holds the domain, and the roll-out no longer runs. */
  async adopt(manager: EntityManager, domain: Domain, policy: Partial<PolicyConfig>): Promise<void> {
    const stored = await this.versions.current(manager, domain);
    await this.save(manager, domain, applyUpdate(stored, { policyConfig: policy }), {
      kind: 'rolled_out',
      restoredVersion: null,
    });
  }

  /** Newest first. @param page `before`: the last version of the page before */
  async history(ownerId: UserId, id: DomainId, page: { before: number | null; limit: number }) {
    const domain = await this.domains.owned(ownerId, id);
    // Each shows its differences from the previous version, including the last of the page.
    const versions = await this.versions.ofDomain(id, { ...page, limit: page.limit + 1 });
    return versions
      .slice(0, page.limit)
      .map((version, index) => describe(version, versions[index + 1], domain));
  }

  /** @throws DomainError `domain_not_found`, `version_not_found` */
  async version(ownerId: UserId, id: DomainId, number: number) {
    const domain = await this.domains.owned(ownerId, id);
    const version = await this.versionOf(id, number);
    const before = await this.versions.find(id, number - 1);
    return {
      ...describe(version, before ?? undefined, domain),
      originConfig: version.originConfig,
      policyConfig: version.policyConfig,
    };
  }

  private async change(actor: Actor, id: DomainId, change: Change, basedOn?: number, within?: Within) {
    const ownerId = actor.userId;
    await this.refuseEarly(ownerId, id, change);
    const domain = await this.dataSource.transaction(async (manager) => {
      const locked = await this.domains.owned(ownerId, id, manager, 'for update');
      if (basedOn !== undefined && basedOn !== locked.configVersion)
        throw changedMeanwhile(locked.configVersion);
      await within?.(manager);
      const stored = await this.versions.current(manager, locked);
      const next = change.next(stored);
      if (change.kind === 'saved' && changesBetween(stored, next).length === 0) return locked;
      await this.holdLists(manager, ownerId, { stored, next, restored: change.kind === 'rolled_back' });
      refuseRolledOut(await this.rollouts.running(manager, id), stored, next);
      this.refuseLoops(next.originConfig, locked.hosts);
      await this.refuseWithoutUpload(manager, id, next.originConfig);
      // Here and not only when the site is published: owners set up their servers before their domain points to us.
      if (next.originConfig.origin_client_certificate === 'automatic')
        await this.originIssuance.ensure(manager, locked);
      const plan = await this.plans.planOf(ownerId, manager);
      refuseBeyondPlan(stored.policyConfig, next.policyConfig, plan.entitlements);
      await this.save(manager, locked, next, change);
      await this.audit.record(manager, actor, AUDITED_AS[change.kind], id, {
        fields: fieldNames(changesBetween(stored, next)),
        ...(change.restoredVersion !== null && { version: String(change.restoredVersion) }),
      });
      return locked;
    });
    this.publisher.kick();
    return this.view(domain);
  }

  private async changeOf(ownerId: UserId, id: DomainId, proposed: ProposedChange): Promise<Change> {
    if (!('version' in proposed)) return saved(proposed.update);
    await this.domains.owned(ownerId, id);
    return rolledBack(await this.versionOf(id, proposed.version));
  }

  /** Before the transaction, and with billing's newest word: a feature paid for a moment ago must be allowed. */
  private async refuseEarly(ownerId: UserId, id: DomainId, change: Change): Promise<void> {
    const domain = await this.domains.owned(ownerId, id);
    const stored = await this.versions.current(this.dataSource.manager, domain);
    const next = change.next(stored);
    const policies: [PolicyConfig, PolicyConfig] = [stored.policyConfig, next.policyConfig];
    await this.refuseWithoutUpload(this.dataSource.manager, id, next.originConfig);
    // Only here: what is wanted comes from the request whole, and compiling it must not happen while rows are locked.
    await this.refuseFaults(domain, ...policies, change.kind);
    refuse(
      await clientAuthorityFaults(stored.originConfig, next.originConfig, {
        nowMs: this.clock.now(),
        restored: change.kind === 'rolled_back',
      }),
    );
    try {
      refuseBeyondPlan(...policies, (await this.plans.planOf(ownerId)).entitlements);
    } catch (error) {
      if (!(error instanceof DomainError) || error.code !== 'upgrade_required') throw error;
      refuseBeyondPlan(...policies, (await this.plans.freshPlanOf(ownerId)).entitlements);
    }
  }

  private async refuseFaults(
    { ownerId, hosts }: Pick<Domain, 'ownerId' | 'hosts'>,
    stored: PolicyConfig,
    wanted: PolicyConfig,
    kind: ChangeKind,
  ): Promise<void> {
    const faults = await policyFaults(stored, wanted, {
      nowMs: this.clock.now(),
      // What rules another set has is not known here.
      hasRule: (by, value) => wanted.rule_set !== MANAGED_RULE_SET || this.rules.has(by, value),
      releases: wanted.rule_set === stored.rule_set ? [] : await this.installedReleases(),
      lists: await this.lists.known(
        ownerId,
        newListsOf(stored, wanted).map(({ id }) => id),
      ),
      hosts,
      restored: kind === 'rolled_back',
    });
    refuse(faults);
  }

  /**
   * Lists that a change newly refers to stay until the transaction is over: none goes between the check and the save.
   * @throws DomainError `validation_failed`
   */
  async holdLists(
    manager: EntityManager,
    ownerId: UserId,
    { stored, next, restored }: { stored: SitePolicy; next: SitePolicy; restored: boolean },
  ): Promise<void> {
    const policies = [stored.policyConfig, next.policyConfig] as const;
    const ids = newListsOf(...policies).map(({ id }) => id);
    if (restored || ids.length === 0) return;
    refuse(listFaults(...policies, { lists: await this.lists.hold(manager, ownerId, ids), restored }));
  }

  private async refuseWithoutUpload(
    manager: EntityManager,
    id: DomainId,
    { origin_client_certificate: setting }: OriginConfig,
  ): Promise<void> {
    if (setting !== 'uploaded' || (await this.originCertificates.find(manager, id, 'uploaded')) !== null)
      return;
    refuse([
      {
        path: 'originConfig.origin_client_certificate',
        message: 'Please upload the certificate for your server first',
      },
    ]);
  }

  private async installedReleases(): Promise<string[] | null> {
    const { releases } = await this.releases.view();
    return releases?.map(({ name }) => name) ?? null;
  }

  private refuseLoops(origin: OriginConfig, hosts: readonly string[]): void {
    const target = this.config.PALISADE_CNAME_TARGET;
    refuseLoop(origin.origin_host, hosts, target);
    const ownPorts = this.config.PALISADE_ORIGIN_REFUSED_PORTS;
    refuseOwnPort({ host: origin.origin_host, port: origin.origin_port }, ownPorts);
    origin.additional_origins.forEach(({ host, port }, index) => {
      const field = `originConfig.additional_origins.${index}`;
      refuseLoop(host, hosts, target, `${field}.host`);
      refuseOwnPort({ host, port }, ownPorts, `${field}.port`);
    });
  }

  private async save(
    manager: EntityManager,
    domain: Domain,
    config: SitePolicy,
    change: { kind: ChangeKind; restoredVersion: number | null },
  ): Promise<void> {
    await this.domains.update(manager, domain, { configVersion: domain.configVersion + 1 });
    await this.versions.insert(manager, {
      domainId: domain.id,
      version: domain.configVersion,
      config,
      authorId: domain.ownerId,
      changeKind: change.kind,
      restoredVersion: change.restoredVersion,
    });
    await this.publication.publishChange(manager, domain.id);
    await this.outbox.addAll(manager, [domainChanged(domain)]);
  }

  private async view(domain: Domain) {
    const config = await this.versions.current(this.dataSource.manager, domain);
    return {
      originConfig: config.originConfig,
      policyConfig: config.policyConfig,
      version: domain.configVersion,
      updated_at: config.createdAt.toISOString(),
      published: await this.publication.isOut(domain.id),
      rollout: (await this.rollouts.running(this.dataSource.manager, domain.id))?.id ?? null,
    };
  }

  private async versionOf(domainId: DomainId, version: number): Promise<SitePolicyVersion> {
    const found = await this.versions.find(domainId, version);
    if (found === null) {
      throw new DomainError(
        'not_found',
        'version_not_found',
        `There is no version ${version} of this configuration`,
      );
    }
    return found;
  }
}

function describe(version: SitePolicyVersion, before: SitePolicyVersion | undefined, domain: Domain) {
  return {
    version: version.version,
    created_at: version.createdAt.toISOString(),
    author_id: version.authorId,
    change_kind: version.changeKind,
    restored_version: version.restoredVersion,
    is_current: version.version === domain.configVersion,
    changes: before === undefined ? [] : changesBetween(before, version),
  };
}

export function changedMeanwhile(version: number): DomainError {
  return new DomainError(
    'conflict',
    'configuration_changed',
    `This configuration was changed in the meantime (it is at version ${version} now). Please reload it.`,
  );
}

/** @throws DomainError `validation_failed`, unless there are none */
function refuse(faults: readonly FieldError[]): void {
  if (faults.length === 0) return;
  const detail = faults.slice(0, 5).map(({ path, message }) => `${path}: ${message}`);
  throw new DomainError('unprocessable', 'validation_failed', detail.join('; '), {
    fields: faults.slice(0, 50),
  });
}
