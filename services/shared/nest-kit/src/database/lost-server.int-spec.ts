import { SilentRelay, startSurroundings } from '@palisade/testing';
import { dataSourceOptions } from './database.module.ts';
import { OneConnectionDataSource } from './one-connection.ts';

/** The bound of a connection is this and what the answer may take. */
const STATEMENT_MS = 1_000;
const MAX_MS = 30_000;

describe('a database server that is lost without a word', () => {
  let surroundings: Awaited<ReturnType<typeof startSurroundings>>;
  let relay: SilentRelay;
  let source: OneConnectionDataSource;

  beforeAll(async () => {
    surroundings = await startSurroundings('auth');
    const before = await SilentRelay.before(surroundings.databaseUrl);
    relay = before.relay;
    const options = dataSourceOptions({
      ...{ url: before.url, schema: 'auth', poolSize: 2 },
      ...{ entities: [], migrations: [] },
    });
    const extra = { ...options.extra, statement_timeout: STATEMENT_MS };
    source = new OneConnectionDataSource({ ...options, extra } as typeof options);
    await source.initialize();
  });
  afterAll(async () => {
    await source?.destroy();
    await relay?.dispose();
    await surroundings?.dispose();
  });

  const outcomeOf = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      () => 'failed',
    );

  it('holds up nobody for longer than a statement may take, and is found again', async () => {
    const begun = performance.now();
    relay.lose();
    // More than there are connections: the others wait for theirs.
    const outcomes = await Promise.all(
      Array.from({ length: 4 }, () => outcomeOf(source.query('SELECT pg_sleep(0.1)'))),
    );
    expect(outcomes).toEqual(['failed', 'failed', 'failed', 'failed']);
    relay.find();
    expect(await source.query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(performance.now() - begun).toBeLessThan(MAX_MS);
  });

  it('keeps a connection that nobody asks anything, and a transaction that thinks', async () => {
    await source.query('SELECT 1');
    const connections = relay.size;
    await source.transaction(async (manager) => {
      const [before] = await manager.query('SELECT pg_backend_pid() AS pid');
      // Longer than a statement under way may be silent.
      await new Promise((resolve) => setTimeout(resolve, STATEMENT_MS + 6_000));
      expect(await manager.query('SELECT pg_backend_pid() AS pid')).toEqual([before]);
    });
    expect(relay.size).toBe(connections);
  });

  it('does not count for what may take as long as it takes', async () => {
    class Patient1700000000001 {
      readonly name = 'Patient1700000000001';
      async up(runner: { query(text: string): Promise<unknown> }): Promise<void> {
        await runner.query(`SELECT pg_sleep(${STATEMENT_MS / 1_000 + 6})`);
      }
      down(): Promise<void> {
        return Promise.resolve();
      }
    }
    source.migrations.push(new Patient1700000000001() as never);
    const done = await source.runMigrations();
    expect(done.map(({ name }) => name)).toEqual(['Patient1700000000001']);
  });
});
