import { Inject, Injectable } from '@nestjs/common';
import { readAccountDataPage, type UserId } from '@palisade/nest-kit';
import { DataSource } from 'typeorm';
import { ACCOUNT_DATA_CLIENTS, type AccountDataClients } from '../../connections/account-data-clients.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { OWN_PARTS } from './own-parts.ts';

/** Timeout for a page of an account's data, generous since only a job waits. */
const PAGE_TIMEOUT_MS = 20_000;

/** Rows of a part, such as `billing/invoices`. */
export interface AccountRows {
  name: string;
  rows: readonly string[];
}

/** All services' data of an account, a page at a time. */
@Injectable()
export class AccountSourcesService {
  constructor(
    private readonly database: DataSource,
    private readonly owned: OwnedSitesService,
    @Inject(ACCOUNT_DATA_CLIENTS) private readonly clients: AccountDataClients,
  ) {}

  /** Pages of one part are consecutive, also where it has no rows. @throws DomainError `service_unavailable` */
  async *read(userId: UserId): AsyncGenerator<AccountRows> {
    for (const [service, client] of Object.entries(this.clients)) {
      const read = (part: number, offset: number) =>
        client.readAccountData({ userId, part, offset }, { timeout: PAGE_TIMEOUT_MS });
      for (let part = 0; ; part++) {
        const first = await read(part, 0);
        if (first.name === '') break;
        const name = `${service}/${first.name}`;
        yield { name, rows: first.rows };
        for (let offset = first.nextOffset; offset > 0; ) {
          const page = await read(part, offset);
          yield { name, rows: page.rows };
          offset = page.nextOffset;
        }
      }
    }
    yield* this.own(userId);
  }

  private async *own(userId: UserId): AsyncGenerator<AccountRows> {
    const { numbers } = await this.owned.sitesOf(userId, null);
    for (const [name, statement] of Object.entries(OWN_PARTS)) {
      let offset = 0;
      do {
        const page = await readAccountDataPage(this.database, statement, [userId, numbers], offset);
        yield { name: `logs/${name}`, rows: page.rows };
        offset = page.nextOffset;
      } while (offset > 0);
    }
  }
}
