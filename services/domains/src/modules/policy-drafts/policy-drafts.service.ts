import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { uuidV7 } from '@palisade/messaging';
import type { Actor } from '@palisade/messaging/nest';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import { changesBetween } from '@palisade/site-policy';
import type { DataSource } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import type { Domain } from '../domains/domain.entity.ts';
import { DomainsRepository } from '../domains/domains.repository.ts';
import { WafConfigService } from '../waf-config/waf-config.service.ts';
import { WafConfigVersionsRepository } from '../waf-config/waf-config-versions.repository.ts';
import { overlapsOf } from './overlaps.rules.ts';
import type { PolicyDraft } from './policy-draft.entity.ts';
import { DRAFT_DAYS, type DraftChange, type DraftInput, MAX_DRAFTS } from './policy-draft.schema.ts';
import { PolicyDraftsRepository } from './policy-drafts.repository.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;

/** A draft is checked as a save is, but for the plan: that is asked about when it is applied. */
@Injectable()
export class PolicyDraftsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly drafts: PolicyDraftsRepository,
    private readonly configs: WafConfigService,
    private readonly versions: WafConfigVersionsRepository,
    private readonly clock: ClockService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async list(ownerId: UserId, id: DomainId) {
    const domain = await this.domains.owned(ownerId, id);
    const drafts = await this.drafts.ofDomain(id, this.now());
    return Promise.all(drafts.map((draft) => this.view(domain, draft)));
  }

  /** @throws DomainError `domain_not_found`, `validation_failed`, `nothing_changed`, `draft_limit` (409) */
  async create(ownerId: UserId, id: DomainId, input: DraftInput) {
    await this.refuseFaults(ownerId, id, input);
    const now = this.now();
    const [domain, draft] = await this.dataSource.transaction(async (manager) => {
      const locked = await this.domains.owned(ownerId, id, manager, 'for update');
      if ((await this.drafts.count(manager, id, now)) >= MAX_DRAFTS) throw tooMany();
      const made: PolicyDraft = {
        id: uuidV7(),
        domainId: id,
        createdAt: now,
        baseVersion: locked.configVersion,
        ...written(input, now),
      };
      await this.drafts.insert(manager, made);
      return [locked, made] as const;
    });
    return this.view(domain, draft);
  }

  /** As a whole, based on what is in force now. @throws DomainError as `create`, and `draft_not_found` */
  async replace(ownerId: UserId, id: DomainId, draftId: string, input: DraftInput) {
    const domain = await this.domains.owned(ownerId, id);
    const draft = await this.found(id, draftId);
    await this.refuseFaults(ownerId, id, input);
    const changes = { ...written(input, this.now()), baseVersion: domain.configVersion };
    if (!(await this.drafts.update(id, draftId, changes))) throw notFound();
    return this.view(domain, { ...draft, ...changes });
  }

  /** @throws DomainError `domain_not_found`, `draft_not_found` */
  async delete(ownerId: UserId, id: DomainId, draftId: string): Promise<void> {
    await this.domains.owned(ownerId, id);
    if (!(await this.drafts.delete(id, draftId))) throw notFound();
  }

  /**
   * Saves what the draft says, which is then no draft any more.
   * @throws DomainError as a save does (`configuration_changed` at another version), and `draft_not_found`
   */
  async apply(actor: Actor, id: DomainId, draftId: string, version: number) {
    await this.domains.owned(actor.userId, id);
    const { change } = await this.found(id, draftId);
    const config = await this.configs.update(actor, id, { ...change, version });
    await this.drafts.delete(id, draftId);
    return config;
  }

  private async refuseFaults(ownerId: UserId, id: DomainId, { originConfig, policyConfig }: DraftInput) {
    const { stored, next } = await this.configs.propose(ownerId, id, {
      update: { originConfig, policyConfig },
    });
    if (changesBetween(stored, next).length === 0)
      throw new DomainError('unprocessable', 'nothing_changed', 'This changes nothing in the configuration.');
  }

  private async view(domain: Domain, draft: PolicyDraft) {
    const stored = await this.versions.current(this.dataSource.manager, domain);
    const next = this.configs.merged(stored, draft.change);
    const isOlder = draft.baseVersion < domain.configVersion;
    const base = isOlder ? await this.versions.find(domain.id, draft.baseVersion) : null;
    return {
      id: draft.id,
      name: draft.name,
      note: draft.note,
      ...draft.change,
      changes: changesBetween(stored, next),
      base_version: draft.baseVersion,
      version: domain.configVersion,
      overlaps: base === null ? [] : overlapsOf(base, stored, next),
      created_at: draft.createdAt.toISOString(),
      updated_at: draft.updatedAt.toISOString(),
      expires_at: draft.expiresAt.toISOString(),
    };
  }

  private async found(id: DomainId, draftId: string): Promise<PolicyDraft> {
    const draft = await this.drafts.find(id, draftId, this.now());
    if (draft === null) throw notFound();
    return draft;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

function written({ name, note, originConfig, policyConfig }: DraftInput, now: Date) {
  const change: DraftChange = {
    ...(originConfig !== undefined && { originConfig }),
    ...(policyConfig !== undefined && { policyConfig }),
  };
  return { name, note, change, updatedAt: now, expiresAt: new Date(now.getTime() + DRAFT_DAYS * DAY_MS) };
}

const notFound = () => new DomainError('not_found', 'draft_not_found', 'There is no such draft.');

const tooMany = () =>
  new DomainError(
    'conflict',
    'draft_limit',
    `A site has at most ${MAX_DRAFTS} drafts. Please delete one that is no longer needed.`,
  );
