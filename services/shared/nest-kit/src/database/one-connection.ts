import { AsyncLocalStorage } from 'node:async_hooks';
import { DataSource, type EntityManager, type QueryRunner } from 'typeorm';

type Work<T> = (manager: EntityManager) => Promise<T>;
type IsolationLevel = Parameters<EntityManager['transaction']>[0];

interface OpenTransaction {
  of: DataSource;
  /** False once it has ended: what it set off, such as a timer, runs on in its context. */
  isOpen: boolean;
}

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
