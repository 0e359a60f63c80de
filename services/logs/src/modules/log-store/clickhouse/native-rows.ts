import type { PoolClient } from 'pg';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import type { RememberedText } from '../remembered-text.rules.ts';
import type { PendingRecords, RowWriter } from '../row-writer.types.ts';
import type { BinaryWriter } from './binary-writer.ts';
import {
  DictionaryColumn,
  type NativeColumn,
  NumberColumn,
  type NumberType,
  TextColumn,
} from './native-columns.ts';
import type { SpareWriters } from './spare-writers.ts';

type Column = (typeof RECORD_COLUMNS)[number];

/** As in `schema.ts`; repeated texts use a dictionary. */
const KINDS: Record<Column, NumberType | 'String' | 'remembered'> = {
  received_at: "DateTime64(3, 'UTC')",
  site_no: 'UInt32',
  retention_days: 'UInt16',
  threat: 'UInt8',
  action: 'UInt16',
  blocked: 'Bool',
  status: 'UInt32',
  origin_status: 'UInt32',
  rule_id: 'UInt64',
  duration_us: 'UInt64',
  origin_duration_us: 'UInt64',
  request_bytes: 'UInt64',
  response_bytes: 'UInt64',
  inbound_score: 'UInt32',
  outbound_score: 'UInt32',
  config_version: 'UInt64',
  client_port: 'UInt32',
  asn: 'UInt64',
  request_id: 'String',
  client_address: 'remembered',
  country: 'remembered',
  city: 'remembered',
  asn_name: 'remembered',
  protocol: 'remembered',
  scheme: 'remembered',
  host: 'remembered',
  method: 'remembered',
  target: 'remembered',
  user_agent: 'remembered',
  referer: 'remembered',
  cache_status: 'remembered',
  reason: 'remembered',
  rule_message: 'remembered',
  server_name: 'remembered',
  matches: 'String',
  chunk_no: 'UInt64',
  ja4: 'remembered',
  tls_version: 'remembered',
  origin: 'remembered',
  origin_reason: 'remembered',
};

const NUMBER_BYTES = 8;

type AnyColumn = NumberColumn | TextColumn | DictionaryColumn;
/** Type names in a block. */
const HEAD_BYTES = 4_096;
/** Two sets, so that a transaction can be encoded while another's block is being sent. */
const MAX_SPARE = 2;
/** Memory that an unusually large block needed is released. */
const MAX_SPARE_BYTES = 32 * 1024 * 1024;

/** Column buffers are reused: memory of one transaction serves the next. */
export class SpareColumns {
  private readonly spare: (readonly AnyColumn[])[] = [];

  take(): readonly AnyColumn[] {
    return this.spare.pop() ?? RECORD_COLUMNS.map(columnFor);
  }

  give(columns: readonly AnyColumn[], usedBytes: number): void {
    if (this.spare.length >= MAX_SPARE || usedBytes > MAX_SPARE_BYTES) return;
    for (const column of columns) column.clear();
    this.spare.push(columns);
  }
}

function columnFor(column: Column): AnyColumn {
  const kind = KINDS[column];
  if (kind === 'String') return new TextColumn();
  return kind === 'remembered' ? new DictionaryColumn() : new NumberColumn(kind);
}

/** Rows of all days in one block: the server partitions it. */
export class NativeRows implements RowWriter, PendingRecords {
  readonly remembersTexts = true;
  count = 0;
  size = 0;
  private readonly columns: readonly AnyColumn[];
  private at = 0;
  private readonly spare: SpareColumns;
  private readonly writers: SpareWriters;
  private readonly store: (transaction: PoolClient, block: BinaryWriter) => Promise<void>;

  constructor(
    spare: SpareColumns,
    writers: SpareWriters,
    store: (transaction: PoolClient, block: BinaryWriter) => Promise<void>,
  ) {
    this.spare = spare;
    this.writers = writers;
    this.columns = spare.take();
    this.store = store;
  }

  rowsOf(): RowWriter {
    return this;
  }

  moment(ms: number): void {
    this.number(ms);
  }

  number(value: number): void {
    this.size += NUMBER_BYTES;
    (this.columns[this.at++] as NumberColumn).add(Math.max(value, 0));
  }

  boolean(value: boolean): void {
    this.number(value ? 1 : 0);
  }

  printable(bytes: Buffer, from: number, to: number): void {
    this.size += to - from;
    (this.columns[this.at++] as TextColumn).addPrintable(bytes, from, to);
  }

  repeated(_bytes: Buffer, _from: number, _to: number, text: RememberedText): void {
    this.size += text.bytes.length;
    (this.columns[this.at++] as DictionaryColumn).add(text);
  }

  text(text: string): void {
    this.size += text.length;
    (this.columns[this.at++] as TextColumn).add(text);
  }

  null(): void {
    this.text('');
  }

  endRow(): void {
    this.at = 0;
    this.count++;
  }

  async append(transaction: PoolClient): Promise<void> {
    if (this.count > 0) await this.store(transaction, this.block());
  }

  private block(): BinaryWriter {
    const columns: readonly NativeColumn[] = this.columns;
    const bytes = columns.reduce((sum, column) => sum + column.size, HEAD_BYTES);
    const into = this.writers.take(bytes);
    into.length(columns.length);
    into.length(this.count);
    for (const [i, column] of columns.entries()) {
      into.text(RECORD_COLUMNS[i]!);
      into.text(column.type);
      column.write(into);
    }
    this.spare.give(this.columns, bytes);
    return into;
  }
}
