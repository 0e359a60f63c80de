import { Gauge, type Registry } from 'prom-client';
import type { AfterQueryEvent, DataSource, EntitySubscriberInterface } from 'typeorm';
import { durationsOf } from './durations.ts';

/** What is told apart; everything else that a service sends is `other`. */
const OPERATIONS = new Set([
  'SELECT',
  'INSERT',
  'UPDATE',
  'DELETE',
  'WITH',
  'COPY',
  'START',
  'COMMIT',
  'ROLLBACK',
]);

/** What stands before a table's name. Values never follow them: those are parameters. */
const TABLE = /\b(?:FROM|INTO|UPDATE|JOIN|COPY|TABLE)\s+(?:ONLY\s+)?(?:"?\w{1,63}"?\.)?"?(\w{1,63})/gi;
/** Statements of many rows are long; their table stands early. */
const TABLE_WITHIN_CHARACTERS = 2_000;

interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Measures each statement of a data source, and the connections of its pool. */
export async function watchDatabase(dataSource: DataSource, registry: Registry): Promise<void> {
  const tables = await tablesOf(dataSource);
  const durations = durationsOf(registry, 'statement');
  const subscriber: EntitySubscriberInterface = {
    afterQuery({ query, success, executionTime }: AfterQueryEvent) {
      // TypeORM does not say how long one took that failed.
      durations.observe(
        {
          db_operation_name: operationOf(query),
          db_collection_name: tableOf(query, tables),
          error_type: success ? '' : 'error',
        },
        executionTime ?? 0,
      );
    },
  };
  dataSource.subscribers.push(subscriber);
  const pool = () => (dataSource.driver as unknown as { master?: PoolState }).master;
  new Gauge({
    name: 'db_client_connection_count',
    help: 'Connections to the database, by whether they are used',
    labelNames: ['db_client_connection_state'],
    registers: [registry],
    collect() {
      const { totalCount = 0, idleCount = 0 } = pool() ?? {};
      this.set({ db_client_connection_state: 'idle' }, idleCount);
      this.set({ db_client_connection_state: 'used' }, totalCount - idleCount);
    },
  });
  new Gauge({
    name: 'db_client_connection_pending_requests',
    help: 'Statements that wait for a connection',
    registers: [registry],
    collect() {
      this.set(pool()?.waitingCount ?? 0);
    },
  });
}

/** A statement's first word. */
export function operationOf(query: string): string {
  const word = /^\s*([a-z]{4,8})/i.exec(query)?.[1]?.toUpperCase() ?? '';
  return OPERATIONS.has(word) ? word : 'other';
}

/** The first of a statement's tables that is one of the service's own; empty: none is. */
export function tableOf(query: string, tables: ReadonlySet<string>): string {
  for (const [, name = ''] of query.slice(0, TABLE_WITHIN_CHARACTERS).matchAll(TABLE)) {
    if (tables.has(name)) return name;
  }
  return '';
}

/** Tables of the service's schema, so that labels are as many as migrations have made; partitions are none. */
async function tablesOf(dataSource: DataSource): Promise<ReadonlySet<string>> {
  const rows: { name: string }[] = await dataSource.query(
    `SELECT relname AS name FROM pg_class
      WHERE relnamespace = current_schema()::regnamespace AND relkind IN ('r', 'p') AND NOT relispartition`,
  );
  return new Set(rows.map(({ name }) => name));
}
