import type { EntityManager, QueryRunner } from 'typeorm';
import { OneConnectionDataSource, SecondConnectionError } from './one-connection.ts';

/** One whose transactions begin and end without a server. */
function newDataSource(): OneConnectionDataSource {
  const source = new OneConnectionDataSource({ type: 'postgres' });
  const manager = source.manager as { transaction: unknown };
  manager.transaction = async (...words: unknown[]) => {
    const work = words.find(
      (word): word is (its: EntityManager) => Promise<unknown> => typeof word === 'function',
    );
    return work?.(source.manager);
  };
  return source;
}

describe('a data source whose transactions have one connection', () => {
  it('refuses a second one in a transaction, also deep within and after waiting', async () => {
    const source = newDataSource();
    const deep = async () => {
      await Promise.resolve();
      source.createQueryRunner();
    };
    await expect(source.transaction(() => deep())).rejects.toThrow(SecondConnectionError);
    await expect(source.transaction('SERIALIZABLE', () => deep())).rejects.toThrow(SecondConnectionError);
    await expect(source.transaction(() => source.transaction(() => deep()))).rejects.toThrow(
      SecondConnectionError,
    );
  });

  it('gives one outside of it, to another data source, and to what outlives it', async () => {
    const [source, other] = [newDataSource(), newDataSource()];
    expect(source.createQueryRunner()).toBeDefined();
    let later: Promise<QueryRunner> | undefined;
    await source.transaction(async () => {
      expect(other.createQueryRunner()).toBeDefined();
      later = new Promise((resolve) => setImmediate(resolve)).then(() => source.createQueryRunner());
    });
    expect(await later).toBeDefined();
  });
});
