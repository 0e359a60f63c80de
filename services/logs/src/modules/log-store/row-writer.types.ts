import type { PoolClient } from 'pg';
import type { PartitionName } from './partition-name.rules.ts';
import type { RememberedText } from './remembered-text.rules.ts';

/** Receives a row's values in the order of `RECORD_COLUMNS`, in the store's own format. */
export interface RowWriter {
  /** Approximate size of the values written so far. */
  readonly size: number;
  moment(ms: number): void;
  /** A whole number from 0 to 2^53. */
  number(value: number): void;
  boolean(value: boolean): void;
  /** A stranger's bytes, as text that any database, screen and file can hold (`printable.rules`). */
  printable(bytes: Buffer, from: number, to: number): void;
  /**
   * The same for a column with repeated texts. @param text as remembered, `NO_TEXT` where the writer does not
   * `remembersTexts`
   */
  repeated(bytes: Buffer, from: number, to: number, text: RememberedText): void;
  /** Text that was made here, without NUL. */
  text(text: string): void;
  null(): void;
  endRow(): void;
}

/** Writes the records of one transaction into a store. */
export interface PendingRecords {
  readonly count: number;
  /** Whether its rows use remembered texts. */
  readonly remembersTexts: boolean;
  /** For the records of one day and retention class. */
  rowsOf(name: PartitionName): RowWriter;
  /** Stores them if, and only if, the transaction commits. Called once, after the last write. */
  append(transaction: PoolClient): Promise<void>;
}
