import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import { Injectable } from '@nestjs/common';
import { AGENT_LIMITS, readListSet } from '@palisade/edge-state';
import { upgradeText } from '@palisade/entitlements';
import { uuidV7 } from '@palisade/messaging';
import { type Actor, AuditLogger } from '@palisade/messaging/nest';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { LIST_KIND_WORDS, type ListKind } from '@palisade/site-policy';
import ipaddr from 'ipaddr.js';
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
import { ClientListsRepository } from './client-lists.repository.ts';
import { ListKeysService } from './list-keys.service.ts';
import { findEntry } from './list-membership.rules.ts';
import { ListPublisherService } from './list-publisher.service.ts';
import { ListReferencesRepository, type ListUse } from './list-references.repository.ts';
import { ListRefreshService } from './list-refresh.service.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';
import { ListTextError, ListTextService } from './list-text.service.ts';

/** Whoever asks more often gets what was fetched last. */
const REFRESH_PAUSE_SECONDS = 10;
/** Besides those that are fetched as they are due. Each may have an answer of megabytes in memory. */
const MAX_REFRESHES_BY_PERSONS = 4;
const EMPTY = '';

const [packed, unpacked] = [promisify(gzip), promisify(gunzip)];

/** Who does something to lists: an owner to their own, an operator (null) to those that are offered to all. */
export interface ListActor {
  actor: Actor;
  ownerId: UserId | null;
}

/** Lists as those whose they are see and change them. */
@Injectable()
export class ClientListsService {
  private refreshesByPersons = 0;

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
    return { lists: rows.map((row) => view(row, uses)), max_lists: MAX_LISTS, max_entries: MAX_ENTRIES };
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

  /** @throws DomainError as `create`, and `list_not_found` */
  async update(who: ListActor, id: string, wanted: ListUpdate): Promise<ListView> {
    const before = await this.owned(who.ownerId, id);
    refuseOfOtherSource(before, wanted);
    const { text, api_key: key, holds: _same, ...rest } = wanted;
    const change = key === undefined ? rest : { ...rest, sealed_key: this.keys.seal(id, key) };
    const content = text === undefined ? null : await this.read(who, text, before.holds);
    const kept = text === undefined ? null : await packed(text);
    await this.lists.transaction(async (manager) => {
      if (content !== null) await this.refuseTooMany(manager, who, content.entries, id);
      const list = there(await this.lists.lock(manager, who.ownerId, id));
      refuseOfOtherAddress(list, wanted);
      if (content !== null) await this.lists.replaceContent(manager, id, content, kept);
      if (!(await this.lists.change(manager, id, change))) throw nameTaken(change.name ?? list.name);
      await this.audit.record(manager, who.actor, content === null ? 'list.changed' : 'list.replaced', id, {
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
      // Whoever refers to it right now holds it: what is saved meanwhile is seen here.
      const uses = await this.references.uses([id], who.ownerId, manager);
      if (uses.length > 0) throw inUse(uses, who.ownerId);
      await this.lists.remove(manager, who.ownerId, [id]);
      await this.audit.record(manager, who.actor, 'list.removed', id, { name: list.name });
    });
    this.publisher.kick();
  }

  /**
   * Fetches it now, and tells what came of it.
   * @throws DomainError `list_not_found`, `list_not_fetched`, `list_refreshed_just_now`, `lists_busy`
   */
  async refresh(who: ListActor, id: string): Promise<ListView> {
    const list = await this.owned(who.ownerId, id);
    if (list.source === 'hand')
      throw new DomainError(
        'conflict',
        'list_not_fetched',
        'This list is kept by hand: there is nothing to fetch',
      );
    if (this.refreshesByPersons >= MAX_REFRESHES_BY_PERSONS) throw busy();
    this.refreshesByPersons++;
    try {
      const claimed = await this.sources.claim(id, REFRESH_PAUSE_SECONDS);
      if (claimed === null)
        throw new DomainError(
          'too_many',
          'list_refreshed_just_now',
          'This list was fetched just now, or another of yours is being fetched',
          { retryAfter: REFRESH_PAUSE_SECONDS },
        );
      await this.refreshing.refresh(claimed, true);
    } finally {
      this.refreshesByPersons--;
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
   * As it was written, with its comments; of one from before that was kept, its entries.
   * @throws DomainError `list_not_found`, `list_not_by_hand`
   */
  async text(ownerId: UserId | null, id: string): Promise<{ text: string }> {
    const { source } = await this.owned(ownerId, id);
    if (source !== 'hand')
      throw new DomainError('conflict', 'list_not_by_hand', 'The entries of this list are fetched');
    const text = await this.lists.packedText(id);
    if (text !== null) {
      const plain = await unpacked(text, { maxOutputLength: MAX_PLAIN_TEXT_BYTES });
      return { text: plain.toString() };
    }
    const set = readListSet(await this.lists.content(id));
    return { text: Array.from({ length: set.size }, (_, place) => set.entry(place)).join('\n') };
  }

  private async owned(ownerId: UserId | null, id: string): Promise<ListRow> {
    return there(await this.lists.find(ownerId, id));
  }

  private async get(ownerId: UserId | null, id: string): Promise<ListView> {
    return view(await this.owned(ownerId, id), await this.references.uses([id], ownerId));
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
        `At most ${MAX_LISTS_A_DAY} lists are made in 24 hours. Please try again later, or change one that there is.`,
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

const nameTaken = (name: string) =>
  new DomainError('conflict', 'list_name_taken', `There is a list called "${name}" already`, {
    fields: [{ path: 'name', message: `There is a list called "${name}" already` }],
  });

const busy = () =>
  new DomainError('too_many', 'lists_busy', 'Many lists are being read. Please try again in a moment.', {
    retryAfter: REFRESH_PAUSE_SECONDS,
  });

const TEXT_REFUSALS: Readonly<Record<string, string>> = {
  too_many_user_agents: `A list takes at most ${AGENT_LIMITS.entries.toLocaleString('en')} user agents, and ${AGENT_LIMITS.patterns.toLocaleString('en')} with a star, which have ${AGENT_LIMITS.patternBytes.toLocaleString('en')} characters together`,
  list_too_large: 'A list takes at most 1,000,000 entries',
  list_not_addresses: 'Most of these lines are no addresses, networks or ranges',
};

function textRefused({ code }: ListTextError, holds: ListKind): DomainError {
  const message =
    code === 'list_not_of_its_kind'
      ? `Most of these lines are no ${LIST_KIND_WORDS[holds]}`
      : TEXT_REFUSALS[code];
  if (message === undefined) return busy();
  return new DomainError('unprocessable', 'validation_failed', message, {
    fields: [{ path: 'text', message }],
  });
}

/** What lists of each source have that can be changed, besides name and note. */
const OWN_FIELDS = {
  hand: ['text'],
  url: ['url', 'interval_minutes'],
  crowdsec: ['url', 'interval_minutes', 'api_key'],
} as const satisfies Record<ListRow['source'], readonly (keyof ListUpdate)[]>;
const FIELDS = ['text', 'url', 'interval_minutes', 'api_key'] as const;

function refuseOfOtherSource({ source, holds }: ListRow, change: ListUpdate): void {
  if (change.holds !== undefined && change.holds !== holds)
    throw refusedField(
      'holds',
      `This list holds ${LIST_KIND_WORDS[holds]}, and stays so. Please add another one.`,
    );
  const own: readonly string[] = OWN_FIELDS[source];
  const foreign = FIELDS.find((field) => change[field] !== undefined && !own.includes(field));
  if (foreign !== undefined)
    throw refusedField(
      foreign,
      source === 'hand' ? 'This list is kept by hand' : 'The entries of this list are fetched',
    );
}

/** A key that somebody entered for one address must not go out to another that somebody else enters. */
function refuseOfOtherAddress({ source, url }: ListRow, change: ListUpdate): void {
  if (source === 'crowdsec' && change.url !== undefined && change.url !== url && change.api_key === undefined)
    throw refusedField('api_key', 'Please enter the key again, since the address is another');
}

/** What is looked for on a list, by the parameter of its kind. */
function askedOf({ holds }: ListRow, address?: string, value?: string): string | undefined {
  if (holds !== 'addresses') {
    if (address !== undefined) throw refusedField('address', `This list holds ${LIST_KIND_WORDS[holds]}`);
    return value;
  }
  if (value !== undefined && !ipaddr.isValid(value))
    throw refusedField('value', 'Please enter an address, such as 192.0.2.1');
  return address ?? value;
}

const refusedField = (path: string, message: string) =>
  new DomainError('unprocessable', 'validation_failed', message, { fields: [{ path, message }] });

/** Of other owners' sites nobody is told the names. */
function inUse(uses: readonly ListUse[], ownerId: UserId | null): DomainError {
  const sites =
    ownerId === null
      ? `${uses.length} sites`
      : uses
          .map(({ name }) => name)
          .slice(0, 5)
          .join(', ');
  return new DomainError(
    'conflict',
    'list_in_use',
    `This list is used by ${sites}. Please take it out of their policies first.`,
  );
}

function view(row: ListRow, uses: readonly ListUse[]): ListView {
  const time = (date: Date | null) => date?.toISOString() ?? null;
  return {
    id: row.id,
    name: row.name,
    note: row.note,
    source: row.source,
    holds: row.holds,
    is_offered: row.owner_id === null,
    url: row.url,
    interval_minutes: row.interval_minutes,
    entries: row.entries,
    size_bytes: row.size_bytes,
    refused: row.refused,
    refused_lines: row.refused_lines,
    version: Number(row.version),
    changed_at: row.changed_at.toISOString(),
    checked_at: time(row.checked_at),
    next_check_at: time(row.next_check_at),
    last_error: row.last_error,
    last_status: row.last_status,
    last_failed_at: time(row.last_failed_at),
    failing_since: time(row.failing_since),
    published: row.published_version === row.version,
    used_by: uses.filter(({ list_id }) => list_id === row.id).map(({ id, name }) => ({ id, name })),
    created_at: row.created_at.toISOString(),
  };
}
