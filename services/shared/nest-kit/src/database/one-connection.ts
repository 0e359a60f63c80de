import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { DataSource, type EntityManager, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { allowSilence } from './bounded-client.ts';

type Work<T> = (manager: EntityManager) => Promise<T>;
type IsolationLevel = Parameters<EntityManager['transaction']>[0];

interface OpenTransaction {
  of: DataSource;
  /** False once the transaction has ended: timers and other work that it started keep its async context. */
  isOpen: boolean;
}

/** Pause between two attempts to take a lock, ms. */
const LOCK_RETRY_MS = 1_000;
const LOCK_TIMEOUT = '500ms';
const LOCK_NOT_AVAILABLE = '55P03';

const current = new AsyncLocalStorage<OpenTransaction>();

export class SecondConnectionError extends Error {
  override readonly name = 'SecondConnectionError';
  readonly code = 'second_connection';
}

/**
 * A data source that refuses a second connection inside a transaction. A transaction that waits for a second connection
 * is a deadlock that any stranger can provoke: with as many of them as the pool has connections, each holds what the
 * others wait for. Code inside a transaction therefore has to use its manager. The data source refuses always, and not
 * only when the pool is empty, so that the first test finds the mistake.
 */
export class OneConnectionDataSource extends DataSource {
  override transaction<T>(work: Work<T>): Promise<T>;
  override transaction<T>(isolation: IsolationLevel & string, work: Work<T>): Promise<T>;
  override transaction<T>(first: (IsolationLevel & string) | Work<T>, second?: Work<T>): Promise<T> {
    if (typeof first === 'function') return super.transaction(this.alone(first));
    if (second === undefined) throw new TypeError('a transaction without work');
    return super.transaction(first, this.alone(second));
  }

  /**
   * Runs the migrations in one of the instances that start together. No statement timeout: the service's own would
   * abort a migration of many rows at every start. But locks are not waited for: a migration queued for a table that a
   * backup reads would block everybody behind it for as long as the backup takes, so lock attempts are short and
   * repeated.
   */
  override async runMigrations(options?: Parameters<DataSource['runMigrations']>[0]): Promise<Migration[]> {
    const runner = this.createQueryRunner();
    const endSilence = allowSilence((await runner.connect()) as ClientBase);
    try {
      await runner.query('SET statement_timeout = 0');
      await runner.query('SET idle_in_transaction_session_timeout = 0');
      await takeMigrationsLock(runner);
      const executor = new MigrationExecutor(this, runner);
      executor.transaction = options?.transaction ?? this.options.migrationsTransactionMode ?? 'all';
      executor.fake = options?.fake ?? false;
      return await executePending(runner, executor);
    } finally {
      endSilence();
      await giveBack(runner);
    }
  }

  override createQueryRunner(mode?: 'master' | 'slave'): QueryRunner {
    const transaction = current.getStore();
    if (transaction?.of === this && transaction.isOpen) {
      throw new SecondConnectionError('in a transaction its manager is asked, and not the data source');
    }
    return super.createQueryRunner(mode);
  }

  private alone<T>(work: Work<T>): Work<T> {
    return async (manager) => {
      const transaction: OpenTransaction = { of: this, isOpen: true };
      try {
        return await current.run(transaction, () => work(manager));
      } finally {
        transaction.isOpen = false;
      }
    };
  }
}

/**
 * Polls for the lock instead of waiting in a statement: a waiting statement holds a snapshot, and a concurrent index
 * build by the instance that has the lock would wait for that snapshot to end.
 */
async function takeMigrationsLock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [answer]: { taken: boolean }[] = await runner.query(
      `SELECT pg_try_advisory_lock(hashtext('migrations of ' || current_schema())) AS taken`,
    );
    if (answer?.taken) return;
    await sleep(LOCK_RETRY_MS);
  }
}

/**
 * Runs pending migrations; a failed lock attempt leaves them committed or undone as a whole, and is repeated. If the
 * caller has set a `lock_timeout` of its own, as `palisade upgrade` does, the error is passed on instead.
 */
async function executePending(runner: QueryRunner, executor: MigrationExecutor): Promise<Migration[]> {
  const [given]: { lock_timeout: string }[] = await runner.query('SHOW lock_timeout');
  if (given?.lock_timeout !== '0') return await executor.executePendingMigrations();
  for (;;) {
    await runner.query(`SET lock_timeout = '${LOCK_TIMEOUT}'`);
    try {
      return await executor.executePendingMigrations();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      await sleep(LOCK_RETRY_MS);
    }
  }
}

/**
 * Resets the connection. A broken connection has neither locks nor settings left, and the error that broke it is the
 * one to report.
 */
async function giveBack(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT pg_advisory_unlock_all()');
    await runner.query('RESET statement_timeout');
    await runner.query('RESET idle_in_transaction_session_timeout');
    await runner.query('RESET lock_timeout');
  } catch {
    // The pool discards a broken connection.
  } finally {
    await runner.release();
  }
}
