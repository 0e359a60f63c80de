import type { LogRow } from '../log-store/log-row.types.ts';
import type { LogStore, StoredChunk } from '../log-store/log-store.port.ts';
import { RECORD_COLUMNS } from '../log-store/record-rows.types.ts';
import type { LiveTailsRepository, PlacedChunk } from './live-tails.repository.ts';
import { ShownRowsService } from './shown-rows.service.ts';

const TRANSACTION = 2 ** 20;
const chunk = (chunkNo: number, rows: number): PlacedChunk => ({
  ...{ position: String(chunkNo), chunk_no: String(chunkNo), site_no: 1, rows, bytes: rows * 100 },
  ...{ from_at: new Date(0), to_at: new Date(0) },
});
const line = (chunkNo: number, id: string, columns: readonly string[] = RECORD_COLUMNS) =>
  `${columns
    .map((column) => {
      if (column === 'chunk_no') return chunkNo;
      if (column === 'request_id') return id;
      return column === 'matches' ? String.raw`\N` : '0';
    })
    .join('\t')}\n`;

/** @param texts of transactions, by number */
async function shown(chunks: readonly PlacedChunk[], texts: ReadonlyMap<number, string>) {
  const asked: number[][] = [];
  const fromStore: string[] = [];
  const service = new ShownRowsService(
    {
      freshTexts: async (numbers: readonly number[]) => {
        asked.push([...numbers]);
        return numbers.flatMap((no) => (texts.has(no) ? [Buffer.from(texts.get(no)!)] : []));
      },
    } as Partial<LiveTailsRepository> as LiveTailsRepository,
    {
      records: {
        ofChunks: async (older: readonly StoredChunk[]) => {
          fromStore.push(...older.map(({ chunk_no }) => chunk_no));
          return older.map(({ chunk_no }) => ({ request_id: `stored ${chunk_no}` }) as LogRow);
        },
      },
    } as unknown as LogStore,
  );
  const ids: string[] = [];
  for await (const rows of service.ofChunks(chunks)) ids.push(...rows.map(({ request_id }) => request_id));
  return { ids, asked, fromStore };
}

it('reads fresh chunks where they were put by, and the store for none of them', async () => {
  const texts = new Map([
    [1, line(TRANSACTION, 'a') + line(TRANSACTION + 1, 'other') + line(TRANSACTION, 'b')],
  ]);
  expect(await shown([chunk(TRANSACTION, 2)], texts)).toEqual({
    ids: ['a', 'b'],
    asked: [[1]],
    fromStore: [],
  });
});

it('reads in the store what is gone, was cut off or was written by another version', async () => {
  const older = RECORD_COLUMNS.slice(0, -1);
  const texts = new Map([
    [1, line(TRANSACTION, 'a')],
    [2, line(2 * TRANSACTION, 'b', older) + line(2 * TRANSACTION, 'c', [...RECORD_COLUMNS, 'more'])],
  ]);
  const chunks = [chunk(TRANSACTION, 2), chunk(2 * TRANSACTION, 2), chunk(3 * TRANSACTION, 1)];
  const numbers = chunks.map(({ chunk_no }) => chunk_no);
  expect(await shown(chunks, texts)).toEqual({
    ids: numbers.map((no) => `stored ${no}`),
    asked: [[1, 2, 3]],
    fromStore: numbers,
  });
});

it('reads a bounded number of texts at once', async () => {
  const chunks = Array.from({ length: 20 }, (_, i) => chunk((i + 1) * TRANSACTION, 1));
  const texts = new Map(chunks.map(({ chunk_no }, i) => [i + 1, line(Number(chunk_no), chunk_no)]));
  const { ids, asked } = await shown(chunks, texts);
  expect(ids).toEqual(chunks.map(({ chunk_no }) => chunk_no));
  expect(asked.map(({ length }) => length)).toEqual([8, 8, 4]);
});
