import { randomUUID } from 'node:crypto';
import type { UserId } from '@palisade/nest-kit';
import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { LogRow } from '../log-store/log-row.types.ts';
import { RECORD_COLUMNS } from '../log-store/record-rows.types.ts';
import type { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import type { ExportPagesService } from './export-pages.service.ts';
import { LogExportService } from './log-export.service.ts';

const PAGE = 1_000;
const MAX_ROWS = 3_000;
const user = randomUUID() as UserId;
const sites = { numbers: [1], nameOf: () => 'shop.example' };

/** Of a log with so many entries. */
function exportOf(entries: number): LogExportService {
  const texts = Object.fromEntries(RECORD_COLUMNS.map((column) => [column, '']));
  const row = {
    ...texts,
    received_at: new Date(0),
    site_no: 1,
    threat: 0,
    action: 1,
    status: 200,
    matches: null,
  };
  let left = entries;
  const pages: Pick<ExportPagesService, 'read'> = {
    read: async () => {
      const rows = new Array<LogRow>(Math.min(PAGE, left)).fill(row as LogRow);
      left -= rows.length;
      return { rows, next: rows.length < PAGE ? null : ({} as never) };
    },
  };
  const owned: Pick<OwnedSitesService, 'sitesOf'> = { sitesOf: async () => sites as never };
  return new LogExportService(owned as OwnedSitesService, pages as ExportPagesService);
}

async function linesOf(entries: number): Promise<number> {
  const filter = { ...NO_FILTER, fromMs: 0, toMs: 1 };
  let lines = 0;
  for await (const text of await exportOf(entries).csv(user, null, null, filter, MAX_ROWS))
    lines += (text as string).split('\n').length - 1;
  return lines;
}

describe('an export as CSV', () => {
  it('is whole up to its bound', async () => {
    expect(await linesOf(MAX_ROWS)).toBe(MAX_ROWS + 1);
  });

  it('breaks off where there is more, and never ends as if that were all', async () => {
    await expect(linesOf(MAX_ROWS + 1)).rejects.toMatchObject({ code: 'export_too_large' });
  });
});
