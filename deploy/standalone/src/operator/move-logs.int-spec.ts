import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessSettings, writeProcessSettings } from '@palisade/installation';
import { ask } from '@palisade/installation/operator';
import { startTestClickhouse, startTestPostgres } from '@palisade/testing';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const ADDRESS = 'PALISADE_LOGS_CLICKHOUSE_URL';
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-move-'));
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let clickhouse: Awaited<ReturnType<typeof startTestClickhouse>>;
let address = '';

beforeAll(async () => {
  [postgres, clickhouse] = await Promise.all([startTestPostgres(), startTestClickhouse()]);
  ({ url: address } = await clickhouse.createDatabase());
  await testInstallation(folder, { postgres, redisUrl: 'redis://127.0.0.1:9' });
  await migrateAll((service) => readProcessSettings(folder)!.settings[service]!.PALISADE_DATABASE_URL!);
  await ask(
    postgres.adminUrl,
    `INSERT INTO logs.facet_hours (site_no, kind, hour, value, requests, blocked, response_bytes)
     VALUES (1, 4, date_trunc('hour', now()), '2xx', 5, 0, 100)`,
  );
});
afterAll(async () => {
  await Promise.all([postgres.dispose(), clickhouse.dispose()]);
  rmSync(folder, { recursive: true });
});

const moveLogs = (args: readonly string[], environment: NodeJS.ProcessEnv = {}) =>
  palisade(['move-logs', '--installation', folder, ...args], environment);

function tellService(url: string | undefined): void {
  const stored = readProcessSettings(folder)!;
  const { [ADDRESS]: _, ...logs } = stored.settings.logs!;
  writeProcessSettings(folder, {
    ...stored,
    settings: { ...stored.settings, logs: { ...logs, ...(url !== undefined && { [ADDRESS]: url }) } },
  });
}

const countsHere = async (): Promise<number> =>
  (await ask(postgres.adminUrl, 'SELECT FROM logs.facet_hours')).length;

describe('palisade move-logs', () => {
  it.each([
    [[], 2, '--to is one of clickhouse, postgresql.'],
    [['--to', 'redis'], 2, '--to is one of clickhouse, postgresql.'],
    [['--to', 'clickhouse'], 1, '[not_switched]'],
    [['--to', 'postgresql'], 1, '[address_missing]'],
  ])('refuses %j', async (args, code, note) => {
    const refused = await moveLogs(args);
    expect(refused).toMatchObject({ code, notes: expect.stringContaining(note) as string });
    expect(await countsHere()).toBe(1);
  });

  it('says that a server is away, and goes on from there; then takes all of it back', async () => {
    tellService(address);
    await clickhouse.kill();
    const stopped = await moveLogs(['--to', 'clickhouse']);
    expect(stopped).toMatchObject({
      code: 1,
      notes: expect.stringContaining('[move_interrupted]') as string,
    });
    await clickhouse.restart();
    const there = await moveLogs(['--to', 'clickhouse']);
    expect(there).toMatchObject({ code: 0, out: 'Done: 0 records are in clickhouse; days compared: 1.\n' });
    expect(there.notes).toContain('counts by the hour: 1 moved');
    expect(await countsHere()).toBe(0);

    tellService(undefined);
    const back = await moveLogs(['--to', 'postgresql'], { [ADDRESS]: address });
    expect(back).toMatchObject({ code: 0, out: 'Done: 0 records are in postgresql; days compared: 1.\n' });
    expect(await countsHere()).toBe(1);
  });
});
