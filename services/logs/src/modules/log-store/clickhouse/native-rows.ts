import type { PoolClient } from 'pg';
import { RECORD_COLUMNS } from '../record-rows.types.ts';
import type { PendingRecords, RowWriter } from '../row-writer.types.ts';
import { BinaryWriter } from './binary-writer.ts';
import {
  DictionaryColumn,
  type KnownTexts,
  knownTexts,
  type NativeColumn,
  NumberColumn,
  type NumberType,
  printableBytes,
  TextColumn,
} from './native-columns.ts';

type Column = (typeof RECORD_COLUMNS)[number];
/** How many texts are remembered of a column, and how long they may be; longer ones are made each time. */
type Remembered = readonly [size: number, maxBytes: number];

/** As `schema.ts` has them. What is remembered is 12 MB in all. */
const KINDS: Record<Column, NumberType | 'String' | Remembered> = {
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
  client_address: [32_768, 48],
  country: [1_024, 8],
  city: [4_096, 64],
  asn_name: [4_096, 96],
  protocol: [64, 16],
  scheme: [64, 16],
  host: [4_096, 128],
  method: [256, 32],
  target: [16_384, 256],
  user_agent: [4_096, 256],
  referer: [8_192, 256],
  cache_status: [256, 32],
  reason: [1_024, 128],
  rule_message: [1_024, 256],
  server_name: [1_024, 128],
  matches: 'String',
  chunk_no: 'UInt64',
  ja4: [4_096, 64],
  tls_version: [64, 8],
  origin: [4_096, 288],
  origin_reason: [64, 16],
};

/** The texts of each column that came lately. */
export class RememberedTexts {
  private readonly byColumn = new Map<Column, KnownTexts>();

  of(column: Column, [size, maxBytes]: Remembered): KnownTexts {
    let texts = this.byColumn.get(column);
    if (texts === undefined) {
      texts = knownTexts(size, maxBytes);
      this.byColumn.set(column, texts);
    }
    return texts;
  }
}

const NUMBER_BYTES = 8;

type AnyColumn = NumberColumn | TextColumn | DictionaryColumn;

/** Rows of all days as one block: the server parts it. */
export class NativeRows implements RowWriter, PendingRecords {
  count = 0;
  size = 0;
  private readonly columns: readonly AnyColumn[];
  private at = 0;
  private readonly store: (transaction: PoolClient, block: Buffer) => Promise<void>;

  constructor(remembered: RememberedTexts, store: (transaction: PoolClient, block: Buffer) => Promise<void>) {
    this.store = store;
    const block = {};
    this.columns = RECORD_COLUMNS.map((column) => {
      const kind = KINDS[column];
      if (kind === 'String') return new TextColumn();
      if (typeof kind === 'string') return new NumberColumn(kind);
      return new DictionaryColumn(remembered.of(column, kind), block);
    });
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
    const column = this.columns[this.at++];
    if (column instanceof DictionaryColumn) column.add(bytes, from, to);
    else (column as TextColumn).addBytes(printableBytes(bytes, from, to));
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

  private block(): Buffer {
    const into = new BinaryWriter();
    into.length(this.columns.length);
    into.length(this.count);
    for (const [i, column] of (this.columns as readonly NativeColumn[]).entries()) {
      into.text(RECORD_COLUMNS[i]!);
      into.text(column.type);
      column.write(into);
    }
    return into.written;
  }
}
