import type { PoolClient } from 'pg';
import type { PartitionName } from './partition-name.rules.ts';
import type { RememberedText } from './remembered-text.rules.ts';

/** Takes a row's values in the order of `RECORD_COLUMNS`, in whatever form a store wants them. */
export interface RowWriter {
  /** Grows with each value, by about as much as it will take. */
  readonly size: number;
  moment(ms: number): void;
  /** A whole number from 0 to 2^53. */
  number(value: number): void;
  boolean(value: boolean): void;
  /** Bytes that a stranger sent, as text that any database, screen and file can hold (`printable.rules`). */
  printable(bytes: Buffer, from: number, to: number): void;
  /** The same of a column whose texts come again and again. @param text as it is remembered, `NO_TEXT` where nobody `remembersTexts` */
  repeated(bytes: Buffer, from: number, to: number, text: RememberedText): void;
  /** Text that was made here, and holds no NUL. */
  text(text: string): void;
  null(): void;
  endRow(): void;
}

/** Records of one transaction on their way into a store. */
export interface PendingRecords {
  readonly count: number;
  /** Whether its rows make use of texts that are remembered. */
  readonly remembersTexts: boolean;
  /** For the records of one day and retention class. */
  rowsOf(name: PartitionName): RowWriter;
  /** Stores them if, and only if, the transaction commits. Once, and nothing is written behind it. */
  append(transaction: PoolClient): Promise<void>;
}
