import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { PoolClient } from 'pg';
import copyStreams from 'pg-copy-streams';
import { CopyWriter } from '../copy-writer.rules.ts';
import type { PartitionName } from '../partition-name.rules.ts';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import type { PendingRecords, RowWriter } from '../row-writer.types.ts';
import type { Partitions } from './partitions.ts';

/** Rows in COPY's format, by partition. */
export class TextRows implements PendingRecords {
  readonly remembersTexts = false;
  private readonly byTable = new Map<string, { name: PartitionName; rows: CopyWriter }>();
  private readonly partitions: Partitions;

  constructor(partitions: Partitions) {
    this.partitions = partitions;
  }

  get count(): number {
    return [...this.byTable.values()].reduce((sum, { rows }) => sum + rows.rows, 0);
  }

  rowsOf(name: PartitionName): RowWriter {
    let partition = this.byTable.get(name.table);
    if (!partition) {
      partition = { name, rows: new CopyWriter() };
      this.byTable.set(name.table, partition);
    }
    return partition.rows;
  }

  async append(transaction: PoolClient): Promise<void> {
    const partitions = [...this.byTable.values()];
    await this.partitions.ensure(partitions.map(({ name }) => name));
    for (const { name, rows } of partitions) {
      const copy = copyStreams.from(`COPY ${name.table} (${RECORD_COLUMNS.join(', ')}) FROM STDIN`);
      await pipeline(Readable.from([rows.written]), transaction.query(copy));
    }
  }
}
