import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessSettings } from '@palisade/installation';
import { ask } from '@palisade/installation/operator';
import { startOwnPostgres, startTestRedis } from '@palisade/testing';
import { binaries, holding } from './test-support/held-connection.ts';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const PASSPHRASE = { PALISADE_BACKUP_PASSPHRASE: 'a long walk by the sea' };
const OPERATOR = path.resolve(import.meta.dirname, '../../../installation/dist/operator/main.js');

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-upgrade-'));
const backups = path.join(folder, 'backups');
const at = ['--installation', folder];
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let redis: Awaited<ReturnType<typeof startTestRedis>>;

const databaseUrl = (service: string): string =>
  readProcessSettings(folder)!.settings[service]!.PALISADE_DATABASE_URL!;
const upgrade = (...args: string[]) => palisade(['upgrade', ...args, ...at], PASSPHRASE);

beforeAll(async () => {
  [postgres, redis] = await Promise.all([startOwnPostgres({ binaries }), startTestRedis({ durable: true })]);
  await testInstallation(folder, { postgres, redisUrl: redis.url });
  await migrateAll(databaseUrl);
});
afterAll(async () => {
  await Promise.all([postgres.dispose(), redis.dispose()]);
  rmSync(folder, { recursive: true });
});
/** As the version before left it: mailer has no schema yet. */
async function withoutMailer(adminUrl: string): Promise<void> {
  await ask(adminUrl, 'DROP SCHEMA mailer CASCADE');
  await ask(adminUrl, 'CREATE SCHEMA mailer AUTHORIZATION mailer');
}
beforeEach(() => withoutMailer(postgres.adminUrl));

async function pending(): Promise<boolean> {
  const [row] = await ask<{ there: string | null }>(
    postgres.adminUrl,
    `SELECT to_regclass('mailer.suppressions') AS there`,
  );
  return row!.there === null;
}

describe('palisade upgrade', () => {
  it('tells the plan and the way back, and changes nothing', async () => {
    const { code, out } = await upgrade('--check');
    const listed = out.match(/^ *mailer \d+-/gm) ?? [];
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining(` ${listed.length} migrations`) as string,
    });
    expect(out).toContain('mailer 1763800000000-mailer');
    expect(out).toContain('The way back: start the version before');
    expect(await pending()).toBe(true);
  });

  it('takes a backup of the schema as it was, migrates, and says what comes next', async () => {
    const { code, out } = await upgrade('--to', backups);
    expect(code).toBe(0);
    expect(out).toContain('palisade upgrade --verify');
    expect(await pending()).toBe(false);
    const [name] = readdirSync(backups);
    const { manifest } = JSON.parse(readFileSync(path.join(backups, name!, 'manifest.json'), 'utf8')) as {
      manifest: { migrations: Record<string, number[]> };
    };
    expect(manifest.migrations.mailer).toEqual([]);
    expect(await upgrade('--no-backup')).toMatchObject({
      code: 0,
      out: expect.stringContaining('0 migrations') as string,
    });
  });

  it('goes on after its end in the middle, with the backup that it has taken', async () => {
    // Another instance that migrates: this one waits for it with its backup done.
    const lock = `SELECT pg_advisory_lock(hashtext('migrations of mailer'));`;
    await holding(postgres.adminUrl, lock, async () => {
      const child = spawn(process.execPath, [OPERATOR, 'upgrade', '--to', backups, ...at], {
        env: { ...process.env, ...PASSPHRASE },
      });
      let said = '';
      child.stderr.on('data', (chunk: Buffer) => {
        said += chunk.toString();
        if (said.includes('migrating mailer')) child.kill('SIGKILL');
      });
      const [, signal] = (await once(child, 'close')) as [number | null, string | null];
      expect(signal).toBe('SIGKILL');
      expect(await pending()).toBe(true);
    });
    const before = readdirSync(backups).sort();
    const { code, out } = await upgrade('--to', backups);
    expect({ code, out }).toEqual({
      code: 0,
      out: expect.stringContaining('of less than an hour ago') as string,
    });
    expect(readdirSync(backups).sort()).toEqual(before);
    expect(await pending()).toBe(false);
  });

  it('takes a backup of its own where another installation has written one to the same place', async () => {
    const place = path.join(folder, 'shared');
    const staging = path.join(folder, 'staging');
    const elsewhere = await startOwnPostgres({ binaries });
    try {
      await testInstallation(staging, { postgres: elsewhere, redisUrl: redis.url });
      await migrateAll((service) => readProcessSettings(staging)!.settings[service]!.PALISADE_DATABASE_URL!);
      await withoutMailer(elsewhere.adminUrl);
      const { code } = await palisade(['backup', '--to', place, '--installation', staging], PASSPHRASE);
      expect(code).toBe(0);
    } finally {
      await elsewhere.dispose();
    }
    const { code, out } = await upgrade('--to', place);
    expect(code).toBe(0);
    expect(out).not.toContain('of less than an hour ago');
    expect(readdirSync(place)).toHaveLength(2);
  });

  it('gives up where a migration would wait for a table for long, and has changed nothing then', async () => {
    const lock = `BEGIN; LOCK TABLE auth.users IN ACCESS SHARE MODE; CREATE TABLE mailer.mails (held integer);`;
    await holding(postgres.adminUrl, lock, async () => {
      const { code, notes } = await upgrade('--no-backup');
      expect({ code, notes }).toEqual({
        code: 1,
        notes: expect.stringContaining('[migration_failed]') as string,
      });
    });
    expect(await pending()).toBe(true);
    expect((await upgrade('--no-backup')).code).toBe(0);
  });

  it('refuses while another command changes the installation', async () => {
    await holding(postgres.adminUrl, `SELECT pg_advisory_lock(hashtext('palisade operator'));`, async () => {
      expect((await upgrade('--no-backup')).notes).toContain('[already_running]');
    });
    expect(await pending()).toBe(true);
  });

  it('refuses a schema that is newer than itself', async () => {
    await ask(
      databaseUrl('auth'),
      `INSERT INTO migrations ("timestamp", name) VALUES (9999999999999, 'Next')`,
    );
    try {
      expect((await upgrade('--check')).notes).toContain('[schema_newer]');
    } finally {
      await ask(databaseUrl('auth'), 'DELETE FROM migrations WHERE "timestamp" = 9999999999999');
    }
  });

  it('refuses before it changes anything where something is not well', async () => {
    const settings = readProcessSettings(folder)!.settings;
    expect(Object.keys(settings)).toContain('auth');
    await ask(postgres.adminUrl, `ALTER ROLE billing PASSWORD 'another'`);
    try {
      const { code, notes } = await upgrade('--no-backup');
      expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[not_well]') as string });
      expect(await pending()).toBe(true);
    } finally {
      await postgres.createServiceRole('billing', new URL(databaseUrl('billing')).password);
    }
  });

  it('refuses a command that is not here, as docker in a container, before it changes anything', async () => {
    const { code, notes } = await upgrade('--no-backup', '--roll', 'docker-of-another-machine compose up -d');
    expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[roll_not_here]') as string });
    expect(await pending()).toBe(true);
  });

  it('says that a command has failed that was to start the processes', async () => {
    const { code, notes } = await upgrade('--no-backup', '--roll', 'exit 3');
    expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[roll_failed]') as string });
    expect(await pending()).toBe(false);
  });
});
