import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientBase } from 'pg';
import { DataSource, type EntityManager, type Migration, MigrationExecutor, type QueryRunner } from 'typeorm';
import { allowSilence } from './bounded-client.ts';

type Work<T> = (manager: EntityManager) => Promise<T>;
type IsolationLevel = Parameters<EntityManager['transaction']>[0];

interface OpenTransaction {
  of: DataSource;
  /** False once it has ended: what it set off, such as a timer, runs on in its context. */
  isOpen: boolean;
}

/** Between two attempts to have a lock, and how long those who come after one wait with it at most. */
const ASKS_AGAIN_MS = 1_000;
const LOCK_WITHIN = '500ms';
const LOCK_NOT_AVAILABLE = '55P03';

const current = new AsyncLocalStorage<OpenTransaction>();

export class SecondConnectionError extends Error {
  override readonly name = 'SecondConnectionError';
  readonly code = 'second_connection';
}

/**
 * A data source whose transactions get by with their one connection. One that waits for a second is a deadlock that
 * any stranger can bring about: as many of them at the same time as the pool has connections, and each holds what the
 * others wait for. So whatever runs in a transaction uses its manager; asking the data source itself is refused, always
 * and not only when the pool is empty, which makes the mistake one that the first test finds.
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
   * Of instances that start together one migrates, and it takes as long as it takes: what bounds the statements of a
   * service would end a migration of many rows again at every start. Only locks are not waited for: who waits for a table that a backup
   * reads holds up everybody who comes after, for as long as the backup takes. Whoever waits asks again instead.
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
 * Asked for again and again: a statement that waits for it has a snapshot, and an index that is built concurrently by the one who
 * has the lock would wait for that.
 */
async function takeMigrationsLock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [answer]: { taken: boolean }[] = await runner.query(
      `SELECT pg_try_advisory_lock(hashtext('migrations of ' || current_schema())) AS taken`,
    );
    if (answer?.taken) return;
    await sleep(ASKS_AGAIN_MS);
  }
}

/**
 * What was done of them before a lock could not be had is committed, or undone as a whole. Who has set a bound of its own, as `palisade upgrade`
 * does, is told when it is over.
 */
async function executePending(runner: QueryRunner, executor: MigrationExecutor): Promise<Migration[]> {
  const [given]: { lock_timeout: string }[] = await runner.query('SHOW lock_timeout');
  if (given?.lock_timeout !== '0') return await executor.executePendingMigrations();
  for (;;) {
    await runner.query(`SET lock_timeout = '${LOCK_WITHIN}'`);
    try {
      return await executor.executePendingMigrations();
    } catch (error) {
      if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
      await sleep(ASKS_AGAIN_MS);
    }
  }
}

/** A connection that broke has neither lock nor settings left; the error that broke it is the one to tell. */
async function giveBack(runner: QueryRunner): Promise<void> {
  try {
    await runner.query('SELECT pg_advisory_unlock_all()');
    await runner.query('RESET statement_timeout');
    await runner.query('RESET idle_in_transaction_session_timeout');
    await runner.query('RESET lock_timeout');
  } catch {
    // Its pool throws a broken connection away.
  } finally {
    await runner.release();
  }
}
