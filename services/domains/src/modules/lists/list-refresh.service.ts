import { Injectable, Logger } from '@nestjs/common';
import { MAX_ENTRIES } from './client-list.schema.ts';
import type { ListRow } from './client-list-row.types.ts';
import { ClientListsRepository } from './client-lists.repository.ts';
import { ListFetchError, ListFetcherService } from './list-fetcher.service.ts';
import { ListPublisherService } from './list-publisher.service.ts';
import { ListTextError, ListTextService } from './list-text.service.ts';

const MINUTE = 60;
/** Owners who chose the same hour do not ask together. */
const SPREAD = 0.1;

/** Brings one list up to what its source has. Whatever fails leaves the entries that are there, and is written down. */
@Injectable()
export class ListRefreshService {
  private readonly logger = new Logger(ListRefreshService.name);

  constructor(
    private readonly lists: ClientListsRepository,
    private readonly fetcher: ListFetcherService,
    private readonly texts: ListTextService,
    private readonly publisher: ListPublisherService,
  ) {}

  /** @param list claimed by the caller. Never rejects for what its source does. */
  async refresh(list: ListRow): Promise<void> {
    const everySeconds = (list.interval_minutes ?? MINUTE) * MINUTE;
    try {
      await this.take(list, spread(everySeconds));
      this.publisher.kick();
    } catch (error) {
      if (!(error instanceof ListFetchError || error instanceof ListTextError)) throw error;
      const status = error instanceof ListFetchError ? error.status : null;
      this.logger.warn({ list: list.id, code: error.code, status }, 'a list could not be fetched');
      // Sooner than usual, at first.
      const pause = Math.min(everySeconds, MINUTE * 2 ** Math.min(list.failures, 10));
      await this.lists.failed(list.id, { code: error.code, status }, spread(pause));
    }
  }

  private async take(list: ListRow, nextSeconds: number): Promise<void> {
    const known = { etag: list.etag, lastModified: list.last_modified };
    const { text, version } = await this.fetcher.fetch(list.url ?? '', known);
    const content = text === null ? null : await this.texts.read(list.id, text);
    await this.lists.transaction(async (manager) => {
      if (content !== null) {
        const { entries } = await this.lists.lockOwner(manager, list.owner_id);
        if (list.owner_id !== null && entries - list.entries + content.entries > MAX_ENTRIES)
          throw new ListTextError('entries_beyond_account');
        await this.lists.replaceContent(manager, list.id, content);
      }
      await this.lists.answered(manager, list.id, version, nextSeconds);
    });
  }
}

// nosemgrep: no-guessable-secret -- lists of one hour are not all to be asked for at once; nothing depends on when
const spread = (seconds: number): number => Math.round(seconds * (1 + SPREAD * (Math.random() - 0.5)));
