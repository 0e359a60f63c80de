import { Gauge, type Registry } from 'prom-client';
import type { AfterQueryEvent, BeforeQueryEvent, DataSource, EntitySubscriberInterface } from 'typeorm';
import { errorTypeOf, type NewSpan, openSpan } from '../tracing/spans.ts';
import { durationsOf } from './durations.ts';

/** Distinguished statements; any other is `other`. */
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
  // Start times of each connection's unfinished statements; it runs them in order.
  const begun = new WeakMap<object, number[]>();
  const subscriber: EntitySubscriberInterface = {
    beforeQuery({ queryRunner }: BeforeQueryEvent) {
      const waiting = begun.get(queryRunner);
      if (waiting === undefined) begun.set(queryRunner, [Date.now()]);
      else waiting.push(Date.now());
    },
    afterQuery({ query, queryRunner, success, error }: AfterQueryEvent) {
      const startTime = begun.get(queryRunner)?.shift() ?? Date.now();
      const operation = operationOf(query);
      const table = tableOf(query, tables);
      durations.observe(
        {
          db_operation_name: operation,
          db_collection_name: table,
          error_type: success ? '' : 'error',
        },
        Date.now() - startTime,
      );
      const span = openSpan(statementSpan(operation, table, startTime));
      if (!success) span?.fail(errorTypeOf(error));
      span?.end();
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

/** Command and table of a statement, without its text and values. */
function statementSpan(operation: string, table: string, startTime: number): NewSpan {
  const summary = table === '' ? operation : `${operation} ${table}`;
  return {
    kind: 'client',
    name: summary,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.summary': summary,
      ...(table !== '' && { 'db.collection.name': table }),
    },
    startTime,
  };
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
