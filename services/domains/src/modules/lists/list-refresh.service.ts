import { Injectable, Logger } from '@nestjs/common';
import { backoff } from '@palisade/basics';
import { readListSet, suddenlyHoldsMost } from '@palisade/edge-state';
import { OutboxWriter } from '@palisade/messaging';
import { SecretBoxError } from '@palisade/nest-kit';
import { MAX_ENTRIES } from './client-list.schema.ts';
import type { ListContent, ListRow } from './client-list-row.types.ts';
import { ClientListsRepository } from './client-lists.repository.ts';
import { FetchTurns } from './fetch-turns.rules.ts';
import { listFailing } from './list.events.ts';
import {
  type FetchedList,
  type FetchTime,
  ListFetchError,
  ListFetcherService,
} from './list-fetcher.service.ts';
import { ListKeysService } from './list-keys.service.ts';
import { ListPublisherService } from './list-publisher.service.ts';
import { ListSourcesRepository } from './list-sources.repository.ts';
import { ListTextError, ListTextService } from './list-text.service.ts';

const MINUTE = 60;
/** Sources have bad days. */
const TOLD_AFTER_HOURS = 48;
/** A list that loses nearly everything is another text; of shorter ones, that may well be so. */
const FEW = { of: 100, share: 0.1 };
/** Owners who chose the same hour do not ask together. */
const SPREAD = 0.1;

/** The gateway's timeout is longer, including waiting for a turn and reading the text. */
const BY_PERSONS = { places: 4, minHoldMs: 3_000, maxWaitMs: 8_000, maxWaiting: 24 };
const TIMEOUT_OF_PERSONS_MS = 15_000;
/** All of it is well within a claim. */
const AS_DUE = { places: 4, minHoldMs: 10_000, maxWaitMs: 60_000, maxWaiting: 24 };
const TIMEOUT_AS_DUE_MS = 60_000;

/** Entries that were fetched and parsed, but are not accepted. */
class ListContentRefused extends Error {
  override readonly name = 'ListContentRefused';

  constructor(
    /** Stable. */
    readonly code: 'entries_beyond_account' | 'suddenly_empty' | 'suddenly_few' | 'suddenly_everybody',
  ) {
    super(code);
  }
}

/** Brings one list up to what its source has. Whatever fails leaves the entries that are there, and is written down. */
@Injectable()
export class ListRefreshService {
  private readonly logger = new Logger(ListRefreshService.name);
  private readonly turnsOfPersons = new FetchTurns(BY_PERSONS);
  private readonly turnsAsDue = new FetchTurns(AS_DUE);

  constructor(
    private readonly lists: ClientListsRepository,
    private readonly sources: ListSourcesRepository,
    private readonly fetcher: ListFetcherService,
    private readonly keys: ListKeysService,
    private readonly texts: ListTextService,
    private readonly publisher: ListPublisherService,
    private readonly outbox: OutboxWriter,
  ) {}

  /**
   * @param list claimed by the caller, and released afterwards. Never rejects because of its source; any other failure
   * is stored before.
   * @param byPerson somebody waits for the result: it is stored whatever it is
   * @throws NoTurnError its source was not requested, since many others are
   */
  async refresh(list: ListRow, byPerson = false): Promise<void> {
    const turns = byPerson ? this.turnsOfPersons : this.turnsAsDue;
    const timeoutMs = byPerson ? TIMEOUT_OF_PERSONS_MS : TIMEOUT_AS_DUE_MS;
    try {
      await turns.take(wasSlow(list), (signal) => this.attempt(list, byPerson, { timeoutMs, signal }));
    } finally {
      await this.sources.release(list.id);
    }
  }

  private async attempt(list: ListRow, byPerson: boolean, time: FetchTime): Promise<void> {
    const everySeconds = (list.interval_minutes ?? MINUTE) * MINUTE;
    try {
      await this.take(list, byPerson, spread(everySeconds), time);
      this.publisher.kick();
    } catch (error) {
      const isExpected =
        error instanceof ListFetchError ||
        error instanceof ListTextError ||
        error instanceof ListContentRefused;
      const code = isExpected ? error.code : 'internal';
      const status = error instanceof ListFetchError ? error.status : null;
      this.logger.warn({ list: list.id, code, status }, 'fetching a list failed');
      // Sooner than usual, at first.
      const pause = backoff(list.failures + 1, MINUTE, everySeconds);
      // Also where nobody knows why: it would be due again at once.
      await this.sources.failed(list, { code, status }, spread(pause));
      await this.tellOwner(list.id);
      if (!isExpected) throw error;
    }
  }

  private async tellOwner(id: string): Promise<void> {
    await this.lists.transaction(async (manager) => {
      const failing = await this.sources.claimTelling(manager, id, TOLD_AFTER_HOURS);
      if (failing !== null) await this.outbox.addAll(manager, [listFailing(failing)]);
    });
  }

  private async take(list: ListRow, byPerson: boolean, nextSeconds: number, time: FetchTime): Promise<void> {
    const { text, version } = await this.fetch(list, time);
    const form = list.source === 'crowdsec' ? 'decisions' : 'lines';
    const content = text === null ? null : await this.texts.read(list.id, text, { holds: list.holds, form });
    if (content !== null && !byPerson) await this.refuseSuddenTurn(list, content);
    await this.lists.transaction(async (manager) => {
      const others = await this.lists.lockOwner(manager, list.owner_id, list.id);
      // The response of a former source is ignored.
      if (!(await this.sources.isFrom(manager, list))) return;
      if (content !== null) {
        if (list.owner_id !== null && others.entries + content.entries > MAX_ENTRIES)
          throw new ListContentRefused('entries_beyond_account');
        await this.lists.replaceContent(manager, list.id, content);
      }
      await this.sources.answered(manager, list.id, version, nextSeconds);
    });
  }

  private fetch(list: ListRow, time: FetchTime): Promise<FetchedList> {
    const { id, source, url, sealed_key: sealedKey, etag, last_modified: lastModified, holds } = list;
    if (source === 'crowdsec') return this.fetcher.fetchDecisions(url!, this.openKey(id, sealedKey!), time);
    return this.fetcher.fetch(url ?? '', holds, { etag, lastModified }, time);
  }

  private openKey(id: string, sealedKey: string): string {
    try {
      return this.keys.open(id, sealedKey);
    } catch (error) {
      if (!(error instanceof SecretBoxError)) throw error;
      throw new ListFetchError('key_unreadable', null, { cause: error });
    }
  }

  /** A source that is broken, or taken over, neither lets everybody in nor shuts everybody out while nobody looks. */
  private async refuseSuddenTurn(list: ListRow, { content, entries }: ListContent): Promise<void> {
    if (entries === 0) {
      // Decisions end by themselves: that none is left is nothing unusual.
      if (list.entries === 0 || list.source === 'crowdsec') return;
      throw new ListContentRefused('suddenly_empty');
    }
    // Another address, which has not answered yet, may have a shorter one.
    const isKnown = list.source !== 'crowdsec' && list.checked_at !== null;
    if (isKnown && list.entries > FEW.of && entries < list.entries * FEW.share)
      throw new ListContentRefused('suddenly_few');
    const after = readListSet(content);
    if (!after.holdsMost) return;
    // Fetched for the first time it had nothing before: nobody has seen yet what its source says.
    const before = readListSet(await this.lists.content(list.id));
    if (suddenlyHoldsMost(before, after)) throw new ListContentRefused('suddenly_everybody');
  }
}

/** For a source that took too long at the last request. */
export const wasSlow = ({ last_error: error }: Pick<ListRow, 'last_error'>): boolean => error === 'timeout';

// nosemgrep: no-guessable-secret -- lists of one hour are not all to be asked for at once; nothing depends on when
const spread = (seconds: number): number => Math.round(seconds * (1 + SPREAD * (Math.random() - 0.5)));
