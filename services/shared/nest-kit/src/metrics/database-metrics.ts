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

interface PoolState {
  totalCount: number;
  idleCount: number;
  waitingCount: number;
}

/** Measures each statement of a data source, and the connections of its pool. */
export function watchDatabase(dataSource: DataSource, registry: Registry): void {
  const durations = durationsOf(registry, 'statement');
  const subscriber: EntitySubscriberInterface = {
    afterQuery({ query, success, executionTime }: AfterQueryEvent) {
      // TypeORM does not say how long one took that failed.
      durations.observe(
        { db_operation_name: operationOf(query), error_type: success ? '' : 'error' },
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
