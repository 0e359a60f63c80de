import type { DataSource } from 'typeorm';
import type { KeyFile } from '../config/key-file.ts';

/** As much of node-postgres's pool as is used. */
interface Pool {
  readonly waitingCount: number;
  once(event: 'release', listener: () => void): unknown;
  end(): Promise<void>;
}

/** TypeORM's driver of PostgreSQL: its way to make a pool also tries one connection. */
interface PooledDriver {
  master: Pool;
  createPool(options: object, credentials: object): Promise<Pool>;
}

/**
 * Goes over to another login when the file of keys names one: new work is done on connections of the new one, work under way
 * ends on those that it has. A login that the server refuses changes nothing.
 */
export function followDatabaseLogin(dataSource: DataSource, keys: KeyFile, url: string): void {
  let current = url;
  keys.useDoubtful((settings) => {
    const next = settings.PALISADE_DATABASE_URL;
    if (next === undefined || next === current) return () => undefined;
    if (!URL.canParse(next)) throw new TypeError('PALISADE_DATABASE_URL is no URL');
    return async () => {
      const driver = dataSource.driver as unknown as PooledDriver;
      const { options } = dataSource;
      const pool = await driver.createPool(options, { ...options, url: next });
      const before = driver.master;
      driver.master = pool;
      current = next;
      endWhenDone(before);
    };
  });
}

/** A pool that is ended forgets who waits for a connection: so nobody may. */
function endWhenDone(pool: Pool): void {
  if (pool.waitingCount > 0) {
    pool.once('release', () => setImmediate(endWhenDone, pool));
    return;
  }
  // What fails while it says goodbye has ended all the same.
  pool.end().catch(() => undefined);
}
