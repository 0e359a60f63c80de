import { Injectable } from '@nestjs/common';
import { transactionOf } from '../ingest/transaction-no.rules.ts';
import type { LogRow } from '../log-store/log-row.types.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { rowsInText } from '../log-store/record-text.rules.ts';
import { batchesOf } from './feed-share.rules.ts';
import { LiveTailsRepository, type PlacedChunk } from './live-tails.repository.ts';

/** Each text has a megabyte at most. */
const TEXTS_AT_ONCE = 8;

/** The rows of chunks: fresh ones from the copies of the storing instance, the others from the log store. */
@Injectable()
export class ShownRowsService {
  constructor(
    private readonly tails: LiveTailsRepository,
    private readonly store: LogStore,
  ) {}

  async *ofChunks(chunks: readonly PlacedChunk[]): AsyncGenerator<LogRow[]> {
    const older: PlacedChunk[] = [];
    const byTransaction = Map.groupBy(chunks, ({ chunk_no }) => transactionOf(chunk_no));
    const transactions = [...byTransaction.keys()];
    for (let from = 0; from < transactions.length; from += TEXTS_AT_ONCE) {
      const asked = transactions.slice(from, from + TEXTS_AT_ONCE);
      const wanted = asked.flatMap((no) => byTransaction.get(no)!);
      const found = rowsByChunk(wanted, await this.tails.freshTexts(asked));
      for (const chunk of wanted) {
        const rows = found.get(chunk.chunk_no) ?? [];
        // Some rows may not have fitted into the copy.
        if (rows.length === chunk.rows) yield rows;
        else older.push(chunk);
      }
    }
    for (const batch of batchesOf(older)) yield await this.store.records.ofChunks(batch);
  }
}

function rowsByChunk(chunks: readonly PlacedChunk[], texts: readonly Buffer[]): Map<string, LogRow[]> {
  const found = new Map<string, LogRow[]>(chunks.map(({ chunk_no }) => [chunk_no, []]));
  const numbers = new Set(found.keys());
  for (const text of texts)
    for (const { chunkNo, row } of rowsInText(text, numbers)) found.get(chunkNo)!.push(row);
  return found;
}
