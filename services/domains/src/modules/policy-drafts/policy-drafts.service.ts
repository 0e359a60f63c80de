import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { DAY_MS } from '@palisade/basics';
import { uuidV7 } from '@palisade/messaging';
import type { Actor } from '@palisade/messaging/nest';
import { DomainError, type DomainId, type UserId } from '@palisade/nest-kit';
import { applyUpdate, changesBetween, type SitePolicy } from '@palisade/site-policy';
import type { DataSource, EntityManager } from 'typeorm';
import { ClockService } from '../clock/clock.service.ts';
import type { Domain } from '../domain-store/domain.entity.ts';
import { DomainsRepository } from '../domain-store/domains.repository.ts';
import { sitePolicyUpdateSchema } from '../site-policy/site-policy.schema.ts';
import { changedMeanwhile, SitePolicyService } from '../site-policy/site-policy.service.ts';
import { SitePolicyVersionsRepository } from '../site-policy/site-policy-versions.repository.ts';
import { changedFields } from './changed-fields.rules.ts';
import { overlapsOf } from './overlaps.rules.ts';
import type { PolicyDraft } from './policy-draft.entity.ts';
import {
  DRAFT_DAYS,
  type DraftApply,
  type DraftChange,
  type DraftInput,
  type DraftReplacement,
  MAX_DRAFTS,
} from './policy-draft.schema.ts';
import { PolicyDraftsRepository } from './policy-drafts.repository.ts';

/** A draft is checked as a save is, but for the plan: that is asked about when it is applied. */
@Injectable()
export class PolicyDraftsService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly domains: DomainsRepository,
    private readonly drafts: PolicyDraftsRepository,
    private readonly configs: SitePolicyService,
    private readonly versions: SitePolicyVersionsRepository,
    private readonly clock: ClockService,
  ) {}

  /** @throws DomainError `domain_not_found` */
  async list(ownerId: UserId, id: DomainId) {
    const domain = await this.domains.owned(ownerId, id);
    const stored = await this.versions.current(this.dataSource.manager, domain);
    return (await this.drafts.ofDomain(id, this.now())).map((draft) => viewOf(draft, domain, stored));
  }

  /**
   * @throws DomainError `domain_not_found`, `validation_failed`, `nothing_changed`, `configuration_changed` (409) at another version
   * than it was made on, `draft_limit` (409), `draft_name_taken` (409)
   */
  create(ownerId: UserId, id: DomainId, input: DraftInput) {
    return this.write(ownerId, id, input, async (manager, written) => {
      if ((await this.drafts.count(manager, id, written.updatedAt)) >= MAX_DRAFTS) throw tooMany();
      await this.refuseTakenName(manager, id, written);
      const { updatedAt: createdAt } = written;
      const draft: PolicyDraft = { id: uuidV7(), domainId: id, revision: 1, createdAt, ...written };
      await this.drafts.insert(manager, draft);
      return draft;
    });
  }

  /**
   * As a whole, based on what is in force now.
   * @throws DomainError as `create`, `draft_not_found`, and `draft_changed` (409) at another revision than the one that was read
   */
  async replace(ownerId: UserId, id: DomainId, draftId: string, input: DraftReplacement) {
    await this.domains.owned(ownerId, id);
    await this.found(id, draftId);
    return this.write(ownerId, id, input, async (manager, written) => {
      const old = await this.found(id, draftId, manager);
      if (input.revision !== undefined && input.revision !== old.revision) throw draftChanged();
      // Drafts of one name that are there already stay writable.
      if (written.name !== old.name) await this.refuseTakenName(manager, id, written, draftId);
      const draft: PolicyDraft = { ...old, ...written, revision: old.revision + 1 };
      if (!(await this.drafts.update(manager, draft))) throw notFound();
      return draft;
    });
  }

  /** @throws DomainError `domain_not_found`, `draft_not_found` */
  async delete(ownerId: UserId, id: DomainId, draftId: string): Promise<void> {
    await this.domains.owned(ownerId, id);
    if (!(await this.drafts.delete(id, draftId))) throw notFound();
  }

  /**
   * Saves the draft's changes and deletes it; both or neither.
   * @throws DomainError as a save does (`configuration_changed` at another version), `draft_not_found`, and
   * `draft_changed` (409)
   * where it was edited since it was reviewed
   */
  async apply(actor: Actor, id: DomainId, draftId: string, { version, revision }: DraftApply) {
    await this.domains.owned(actor.userId, id);
    const draft = await this.found(id, draftId);
    if (draft.revision !== revision) throw draftChanged();
    return this.configs.update(actor, id, { ...readable(draft.change), version }, async (manager) => {
      if (!(await this.drafts.take(manager, draft))) throw draftChanged();
    });
  }

  private async write(
    ownerId: UserId,
    id: DomainId,
    input: DraftInput,
    store: (manager: EntityManager, written: Written) => Promise<PolicyDraft>,
  ) {
    const { name, note, version, originConfig, policyConfig } = input;
    const update = { originConfig, policyConfig };
    // Compiling what strangers write must not happen while rows are locked.
    await this.configs.propose(ownerId, id, { update });
    const now = this.now();
    return this.dataSource.transaction(async (manager) => {
      const domain = await this.domains.owned(ownerId, id, manager, 'for update');
      if (version !== undefined && version !== domain.configVersion)
        throw changedMeanwhile(domain.configVersion);
      const stored = await this.versions.current(manager, domain);
      const next = this.configs.merged(stored, update);
      if (changesBetween(stored, next).length === 0) throw nothingChanged();
      const draft = await store(manager, {
        name,
        note,
        change: changedFields(stored, next, next),
        base: changedFields(stored, next, stored),
        baseVersion: domain.configVersion,
        updatedAt: now,
        expiresAt: new Date(now.getTime() + DRAFT_DAYS * DAY_MS),
      });
      return viewOf(draft, domain, stored);
    });
  }

  /** Pipelines find their draft by its name. The caller holds the domain. */
  private async refuseTakenName(
    manager: EntityManager,
    domainId: DomainId,
    { name, updatedAt: now }: Written,
    except?: string,
  ): Promise<void> {
    if (await this.drafts.hasName(manager, { domainId, name, now }, except)) throw nameTaken();
  }

  private async found(id: DomainId, draftId: string, manager?: EntityManager): Promise<PolicyDraft> {
    const draft = await this.drafts.find(id, draftId, this.now(), manager);
    if (draft === null) throw notFound();
    return draft;
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

type Written = Omit<PolicyDraft, 'id' | 'domainId' | 'revision' | 'createdAt'>;

function viewOf(draft: PolicyDraft, domain: Domain, stored: SitePolicy) {
  const next = applyUpdate(stored, draft.change);
  return {
    id: draft.id,
    revision: draft.revision,
    name: draft.name,
    note: draft.note,
    ...draft.change,
    changes: changesBetween(stored, next),
    base_version: draft.baseVersion,
    version: domain.configVersion,
    overlaps: overlapsOf(applyUpdate(stored, draft.base), stored, next),
    created_at: draft.createdAt.toISOString(),
    updated_at: draft.updatedAt.toISOString(),
    expires_at: draft.expiresAt.toISOString(),
  };
}

/**
 * A draft that was valid when it was written may be invalid in another release. @throws DomainError `validation_failed`
 */
function readable(change: DraftChange): DraftChange {
  const read = sitePolicyUpdateSchema.safeParse(change);
  if (read.success) return change;
  const fields = read.error.issues.map(({ path, message }) => ({ path: path.join('.'), message }));
  const detail = `This draft was written for another release: ${fields.map(({ path, message }) => `${path}: ${message}`).join('; ')}`;
  throw new DomainError('unprocessable', 'validation_failed', detail, { fields });
}

const nothingChanged = () =>
  new DomainError('unprocessable', 'nothing_changed', 'This does not change the configuration.');

const draftChanged = () =>
  new DomainError(
    'conflict',
    'draft_changed',
    'This draft was changed in the meantime. Please review it again.',
  );

const nameTaken = () => {
  const detail = 'Another draft of this site has this name.';
  return new DomainError('conflict', 'draft_name_taken', detail, {
    fields: [{ path: 'name', message: detail }],
  });
};

const notFound = () => new DomainError('not_found', 'draft_not_found', 'There is no such draft.');

const tooMany = () =>
  new DomainError(
    'conflict',
    'draft_limit',
    `A site has at most ${MAX_DRAFTS} drafts. Please delete one that is no longer needed.`,
  );
