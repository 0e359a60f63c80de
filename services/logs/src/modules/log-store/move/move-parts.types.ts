import { DomainError } from '@palisade/nest-kit';
import type { DataSource } from 'typeorm';
import type { BlockOutbox } from '../clickhouse/block-outbox.ts';
import type { ClickhouseConnection } from '../clickhouse/clickhouse-connection.ts';

/** Both stores, and the progress output. */
export interface MoveParts {
  database: DataSource;
  clickhouse: ClickhouseConnection;
  outbox: BlockOutbox;
  note(text: string): void;
}

/**
 * After the first pass, each one moves what has arrived during the previous one; nothing arrives once every process has
 * the new setting.
 */
export const MAX_PASSES = 20;

export function stillWritten(store: string): DomainError {
  return new DomainError(
    'unavailable',
    'former_store_written',
    `Records still arrive in ${store}: a process of the log service has not been restarted with the new setting.`,
  );
}
