import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { readListSet } from '@palisade/edge-state';
import { upgradeText } from '@palisade/entitlements';
import { uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { ListKind } from '@palisade/site-policy';
import type { EntityManager } from 'typeorm';
import { OwnerPlansService } from '../plans/owner-plans.service.ts';
import {
  type EntryPage,
  type ListCreate,
  type ListUpdate,
  type ListView,
  MAX_ENTRIES,
  MAX_LISTS,
  MAX_LISTS_A_DAY,
  MAX_PLAIN_TEXT_BYTES,
} from './client-list.schema.ts';
import type { ListContent, ListRow } from './client-list-row.types.ts';
import { viewOf } from './client-list-view.ts';
import { ClientListsRepository } from './client-lists.repository.ts';
import { NoTurnError } from './fetch-turns.rules.ts';
import { askedOf, refuseOfOtherAddress, refuseOfOtherSource } from './list-change.rules.ts';
import { ListKeysService } from './list-keys.service.ts';
import { findEntry } from './list-membership.rules.ts';
import { ListPublisherService } from './list-publisher.service.ts';
import { ListReferencesRepository } from './list-references.repository.ts';
import { ListRefreshService } from './list-refresh.service.ts';
import { busy, inUse, listChanged, nameTaken, REFRESH_PAUSE_SECONDS, textRefused } from './list-refusals.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';
import { ListTextError, ListTextService } from './list-text.service.ts';

const EMPTY = '';

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];

/** Whoever changes lists: an owner, or an operator (null) for the lists offered to all. */
export interface ListActor {
  actor: Actor;
  ownerId: UserId | null;
}

/** Lists as seen and changed by their owners. */
@Injectable()
export class ClientListsService {
  constructor(
    private readonly lists: ClientListsRepository,
    private readonly references: ListReferencesRepository,
    private readonly sources: ListSourcesRepository,
    private readonly texts: ListTextService,
    private readonly keys: ListKeysService,
    private readonly publisher: ListPublisherService,
    private readonly refreshing: ListRefreshService,
    private readonly plans: OwnerPlansService,
    private readonly audit: AuditLogger,
  ) {}

  async list(ownerId: UserId | null) {
    const rows = await this.lists.visibleTo(ownerId);
    const uses = await this.references.uses(
      rows.map(({ id }) => id),
      ownerId,
    );
    return { lists: rows.map((row) => viewOf(row, uses)), max_lists: MAX_LISTS, max_entries: MAX_ENTRIES };
  }

  /** @throws DomainError `upgrade_required`, `validation_failed`, `list_limit_reached`, `list_name_taken` */
  async create(who: ListActor, input: ListCreate): Promise<ListView> {
    if (who.ownerId !== null) await this.refuseBeyondPlan(who.ownerId);
    const holds = input.source === 'crowdsec' ? 'addresses' : input.holds;
    const content = await this.read(who, input.source === 'hand' ? input.text : EMPTY, holds);
    const isFetched = input.source !== 'hand';
    const text = input.source === 'hand' ? await packed(input.text) : null;
    const id = uuidV7();
    await this.lists.transaction(async (manager) => {
      await this.refuseTooMany(manager, who, content.entries, null);
      const isNew = await this.lists.insert(manager, {
        id,
        owner_id: who.ownerId,
        name: input.name,
        note: input.note,
        source: input.source,
        holds,
        url: isFetched ? input.url : null,
        interval_minutes: isFetched ? input.interval_minutes : null,
        sealed_key: input.source === 'crowdsec' ? this.keys.seal(id, input.api_key) : null,
        content,
        text,
      });
      if (!isNew) throw nameTaken(input.name);
      await this.audit.record(manager, who.actor, 'list.created', id, {
        name: input.name,
        entries: String(content.entries),
      });
    });
    this.publisher.kick();
    return this.get(who.ownerId, id);
  }

  /**
   * @throws DomainError as `create`, `list_not_found`, and `list_changed` (409) if the text is based on another version
   */
  async update(who: ListActor, id: string, wanted: ListUpdate): Promise<ListView> {
    const before = await this.owned(who.ownerId, id);
    refuseOfOtherSource(before, wanted);
    const { text, version, api_key: key, holds: _same, ...rest } = wanted;
    const change = key === undefined ? rest : { ...rest, sealed_key: this.keys.seal(id, key) };
    const content = text === undefined ? null : await this.read(who, text, before.holds);
    const kept = text === undefined ? null : await packed(text);
    await this.lists.transaction(async (manager) => {
      if (content !== null) await this.refuseTooMany(manager, who, content.entries, id);
      const list = there(await this.lists.lock(manager, who.ownerId, id));
      refuseOfOtherAddress(list, wanted);
      if (content !== null && version !== undefined && version !== Number(list.version)) throw listChanged();
      if (content !== null) await this.lists.replaceContent(manager, id, content, kept);
      if (!(await this.lists.change(manager, id, change))) throw nameTaken(change.name ?? list.name);
      await this.audit.record(manager, who.actor, content === null ? 'list.updated' : 'list.replaced', id, {
        name: change.name ?? list.name,
        ...(content !== null && { entries: String(content.entries), before: String(list.entries) }),
      });
    });
    this.publisher.kick();
    return this.get(who.ownerId, id);
  }

  /** @throws DomainError `list_not_found`, `list_in_use` */
  async remove(who: ListActor, id: string): Promise<void> {
    await this.lists.transaction(async (manager) => {
      const list = there(await this.lists.lock(manager, who.ownerId, id));
      // Policies lock the lists they refer to, so that concurrent saves are seen here.
      const uses = await this.references.uses([id], who.ownerId, manager);
      if (uses.length > 0) throw inUse(uses, who.ownerId);
      await this.lists.remove(manager, who.ownerId, [id]);
      await this.audit.record(manager, who.actor, 'list.deleted', id, { name: list.name });
    });
    this.publisher.kick();
  }

  /**
   * Fetches the list now and returns the result.
   * @throws DomainError `list_not_found`, `list_not_fetched`, `list_refreshed_just_now`, `lists_busy`
   */
  async refresh(who: ListActor, id: string): Promise<ListView> {
    const list = await this.owned(who.ownerId, id);
    if (list.source === 'hand')
      throw new DomainError(
        'conflict',
        'list_not_fetched',
        'This list is edited by hand: there is nothing to fetch',
      );
    const claimed = await this.sources.claim(id, REFRESH_PAUSE_SECONDS);
    if (claimed === null)
      throw new DomainError(
        'too_many',
        'list_refreshed_just_now',
        'This list was just fetched, or another of your lists is being fetched',
        { retryAfter: REFRESH_PAUSE_SECONDS },
      );
    try {
      await this.refreshing.refresh(claimed, true);
    } catch (error) {
      if (!(error instanceof NoTurnError)) throw error;
      throw busy();
    }
    return this.get(who.ownerId, id);
  }

  /** In the order of the addresses; also of lists that the operator offers. @throws DomainError `list_not_found` */
  async entries(ownerId: UserId | null, id: string, { offset, limit, address, value }: EntryPage) {
    const list = (await this.lists.find(ownerId, id)) ?? (await this.owned(null, id));
    const asked = askedOf(list, address, value);
    if (asked === undefined) return this.lists.entries(list.id, offset, limit);
    const set = readListSet(await this.lists.content(list.id));
    const place = findEntry(set, asked);
    const found = place < 0 ? [] : [set.entry(place)];
    return { entries: found.slice(offset, offset + limit), total: found.length };
  }

  /**
   * The text as written, with comments; for older lists, the entries.
   * @throws DomainError `list_not_found`, `list_not_by_hand`
   */
  async text(ownerId: UserId | null, id: string): Promise<{ text: string; version: number }> {
    // Read before the text: if another version comes between, a change of this text is refused instead of overwriting
    // it.
    const { source, version: stored } = await this.owned(ownerId, id);
    if (source !== 'hand')
      throw new DomainError('conflict', 'list_not_by_hand', 'The entries of this list are fetched');
    const version = Number(stored);
    const text = await this.lists.packedText(id);
    if (text !== null) {
      const plain = await unpacked(text, { maxOutputLength: MAX_PLAIN_TEXT_BYTES });
      return { text: plain.toString(), version };
    }
    const set = readListSet(await this.lists.content(id));
    return { text: Array.from({ length: set.size }, (_, place) => set.entry(place)).join('\n'), version };
  }

  private async owned(ownerId: UserId | null, id: string): Promise<ListRow> {
    return there(await this.lists.find(ownerId, id));
  }

  private async get(ownerId: UserId | null, id: string): Promise<ListView> {
    return viewOf(await this.owned(ownerId, id), await this.references.uses([id], ownerId));
  }

  private async read({ ownerId }: ListActor, text: string, holds: ListKind): Promise<ListContent> {
    try {
      return await this.texts.read(`by-hand:${ownerId ?? ''}`, Buffer.from(text), { holds });
    } catch (error) {
      if (!(error instanceof ListTextError)) throw error;
      throw textRefused(error, holds);
    }
  }

  private async refuseBeyondPlan(ownerId: UserId): Promise<void> {
    if ((await this.plans.planOf(ownerId)).entitlements.ipManagement) return;
    if ((await this.plans.freshPlanOf(ownerId)).entitlements.ipManagement) return;
    throw new DomainError('payment_required', 'upgrade_required', upgradeText('ipManagement'));
  }

  private async refuseTooMany(
    manager: EntityManager,
    { ownerId }: ListActor,
    entries: number,
    replaced: string | null,
  ): Promise<void> {
    const others = await this.lists.lockOwner(manager, ownerId, replaced);
    if (others.lists >= MAX_LISTS)
      throw new DomainError(
        'conflict',
        'list_limit_reached',
        `There are ${MAX_LISTS} lists already, the most there can be`,
      );
    if (replaced === null && others.made_today >= MAX_LISTS_A_DAY)
      throw new DomainError(
        'conflict',
        'list_limit_reached',
        `At most ${MAX_LISTS_A_DAY} lists can be created in 24 hours. Please try again later, or change an existing one.`,
      );
    if (others.entries + entries > MAX_ENTRIES)
      throw new DomainError(
        'conflict',
        'list_limit_reached',
        `All lists together take at most ${MAX_ENTRIES.toLocaleString('en')} entries`,
      );
  }
}

function there(list: ListRow | null): ListRow {
  if (list === null) throw new DomainError('not_found', 'list_not_found', 'List not found');
  return list;
}
