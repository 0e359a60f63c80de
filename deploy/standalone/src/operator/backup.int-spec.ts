import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { newPassword, readProcessSettings, saveSecrets } from '@palisade/installation';
import { ask, findInstallation, finishHandOut, STATEFUL } from '@palisade/installation/operator';
import { eventually, startOwnPostgres } from '@palisade/testing';
import { binaries, holding } from './test-support/held-connection.ts';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const PASSPHRASE = { PALISADE_BACKUP_PASSPHRASE: 'a long walk by the sea' };
/** What a restored database does not go back with. */
const GOES_ON = {
  'billing.invoice_counters': expect.stringMatching(/^1 /),
  'billing.order_numbers': expect.stringMatching(/^11\d{3} /),
  'domains.edge_controls': expect.stringMatching(/^1 /),
};
const OPERATOR = path.resolve(import.meta.dirname, '../../../installation/dist/operator/main.js');
/** Another installation than the backup is of. */
const REPLACING = ['--force', '--other-installation'];
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-backup-'));
const [first, second, target] = ['first', 'second', 'backups'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let elsewhere: Awaited<ReturnType<typeof startOwnPostgres>>;
let made = '';

const databaseUrl = (service: string): string =>
  readProcessSettings(first)!.settings[service]!.PALISADE_DATABASE_URL!;
const backupTo = (place: string, ...more: string[]) =>
  palisade(['backup', '--to', place, '--installation', first, ...more], PASSPHRASE);
const restoreIn = (installation: string, backup: string, ...more: string[]) =>
  palisade(['restore', backup, '--installation', installation, ...more], PASSPHRASE);

beforeAll(async () => {
  [postgres, elsewhere] = await Promise.all([startOwnPostgres({ binaries }), startOwnPostgres({ binaries })]);
  await testInstallation(first, { postgres, redisUrl: 'redis://127.0.0.1:9' });
  await testInstallation(second, { postgres: elsewhere, redisUrl: 'redis://127.0.0.1:9' });
  await migrateAll(databaseUrl);
  await createAdmin('boss@palisade.test', 'boss');
  await ask(
    databaseUrl('mailer'),
    `INSERT INTO subscribers (email, first_name, last_name, source)
     SELECT 'reader' || n || '@palisade.test', 'R', 'e', 'page' FROM generate_series(1, 5000) AS n`,
  );
});
afterAll(async () => {
  await Promise.all([postgres.dispose(), elsewhere.dispose()]);
  rmSync(folder, { recursive: true });
});

async function createAdmin(email: string, name: string): Promise<void> {
  const args = ['create-admin', '--email', email, '--name', name, '--generate', '--installation', first];
  expect((await palisade(args)).code).toBe(0);
}

/** Rejects until one of PostgreSQL's own programs waits for a lock. */
async function waitingFor(url: string): Promise<void> {
  const waiting = await ask(
    url,
    `SELECT FROM pg_stat_activity WHERE application_name = 'palisade-operator' AND wait_event_type = 'Lock'`,
  );
  if (waiting.length === 0) throw new Error('nobody waits');
}

/** Every table of every service with a sum of its rows, and every sequence with where it stands. */
async function contents(url: string): Promise<Record<string, string>> {
  const tables = await ask<{ kind: string; name: string }>(
    url,
    `SELECT c.relkind AS kind, format('%I.%I', n.nspname, c.relname) AS name
       FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
      WHERE n.nspname = ANY($1) AND c.relkind IN ('r', 'S') ORDER BY 2`,
    [STATEFUL],
  );
  const found: Record<string, string> = {};
  for (const { kind, name } of tables) {
    const question =
      kind === 'S'
        ? `SELECT last_value || ' ' || is_called AS sum FROM ${name}`
        : `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum FROM ${name} t`;
    const [row] = await ask<{ sum: string }>(url, question);
    found[name] = row!.sum;
  }
  return found;
}

const flipped = (name: string, at: number, work: () => Promise<void>): Promise<void> => {
  const file = path.join(made, name);
  const before = readFileSync(file);
  const changed = Buffer.from(before);
  changed[at < 0 ? changed.length + at : at]! ^= 1;
  writeFileSync(file, changed);
  return work().finally(() => writeFileSync(file, before));
};

describe('palisade backup', () => {
  it('writes all services as of one moment, while they go on writing', async () => {
    let isOver = false;
    let pairs = 0;
    // One transaction writes to the schemas of two services: the backup has both rows, or none.
    const writing = (async () => {
      while (!isOver) {
        pairs++;
        await ask(
          postgres.adminUrl,
          `WITH one AS (INSERT INTO auth.recovery_requests (id, email_key) VALUES (gen_random_uuid(), 'pair'))
           INSERT INTO domains.acme_accounts (directory_url, account_url, sealed_key) VALUES ($1, 'pair', '')`,
          [`pair ${pairs}`],
        );
      }
    })();
    const { code, out, notes } = await backupTo(target);
    isOver = true;
    await writing;
    expect({ code, notes }).toEqual({ code: 0, notes: '' });
    made = out.split(' ')[0]!;
    expect(readdirSync(made).sort()).toEqual([
      'database.dump.sealed',
      'manifest.json',
      'secrets.json.sealed',
    ]);
    expect((await restoreIn(second, made)).code).toBe(0);
    const [row] = await ask<{ one: string; other: string }>(
      elsewhere.adminUrl,
      `SELECT (SELECT count(*) FROM auth.recovery_requests) AS one, (SELECT count(*) FROM domains.acme_accounts) AS other`,
    );
    expect(row!.one).toBe(row!.other);
    expect(Number(row!.one)).toBeLessThan(pairs);
  });

  it('has the secrets of that moment, while keys are rotated', async () => {
    const secretsFile = path.join(first, 'secrets.json');
    const before = readFileSync(secretsFile, 'utf8');
    const secrets = JSON.parse(before) as object;
    let isOver = false;
    // As rotate-keys does: a key is in the file before anything is made with it, and an old one until nothing is any more.
    const rotating = (async () => {
      for (let key = 1; !isOver; key++) {
        saveSecrets(secretsFile, { ...secrets, made: [key - 1, key] });
        await ask(postgres.adminUrl, `UPDATE domains.acme_accounts SET sealed_key = '${key}'`);
        saveSecrets(secretsFile, { ...secrets, made: [key] });
        await pause(20);
      }
    })();
    try {
      const { code, out } = await backupTo(target);
      expect(code).toBe(0);
      isOver = true;
      await rotating;
      expect((await restoreIn(second, out.split(' ')[0]!, ...REPLACING)).code).toBe(0);
      const { made: keys } = JSON.parse(readFileSync(path.join(second, 'secrets.json'), 'utf8')) as {
        made: number[];
      };
      const [row] = await ask<{ key: string }>(
        elsewhere.adminUrl,
        'SELECT DISTINCT sealed_key AS key FROM domains.acme_accounts',
      );
      expect(keys).toContain(Number(row!.key));
    } finally {
      isOver = true;
      writeFileSync(secretsFile, before);
    }
  });

  it('names the migrations that are in it, whatever is migrated meanwhile', async () => {
    const place = path.join(folder, 'migrating');
    let running: ReturnType<typeof backupTo> | null = null;
    await holding(postgres.adminUrl, 'BEGIN; LOCK TABLE mailer.subscribers;', async () => {
      running = backupTo(place);
      // It has its moment, and waits to read that table.
      await eventually('pg_dump waiting', () => waitingFor(postgres.adminUrl));
      await ask(
        databaseUrl('auth'),
        `INSERT INTO migrations ("timestamp", name) VALUES (9999999999998, 'Meanwhile')`,
      );
    });
    const { out } = await running!;
    await ask(databaseUrl('auth'), `DELETE FROM migrations WHERE name = 'Meanwhile'`);
    const { manifest } = JSON.parse(readFileSync(path.join(out.split(' ')[0]!, 'manifest.json'), 'utf8')) as {
      manifest: { migrations: Record<string, number[]> };
    };
    expect(manifest.migrations.auth!.length).toBeGreaterThan(1);
    expect(manifest.migrations.auth).not.toContain(9_999_999_999_998);
  });

  it('is refused while the installation is restored', async () => {
    await holding(postgres.adminUrl, `SELECT pg_advisory_lock(hashtext('palisade contents'));`, async () => {
      expect((await backupTo(target)).notes).toContain('[restore_running]');
    });
  });

  it('can be verified, and shows nothing to who has no passphrase', async () => {
    expect(await palisade(['backup', 'verify', made], PASSPHRASE)).toMatchObject({ code: 0 });
    const { databasePasswords } = JSON.parse(readFileSync(path.join(first, 'secrets.json'), 'utf8')) as {
      databasePasswords: Record<string, string>;
    };
    for (const name of readdirSync(made)) {
      const content = readFileSync(path.join(made, name), 'latin1');
      for (const text of [databasePasswords.auth!, 'boss@palisade.test', 'subscribers']) {
        expect(content).not.toContain(text);
      }
    }
  });

  it('refuses another passphrase, and one that is too short', async () => {
    const wrong = { PALISADE_BACKUP_PASSPHRASE: 'a long walk by the sea!' };
    const verified = await palisade(['backup', 'verify', made], wrong);
    expect({ code: verified.code, notes: verified.notes }).toEqual({
      code: 1,
      notes: expect.stringContaining('[passphrase_wrong]'),
    });
    const short = await palisade(['backup', 'verify', made], { PALISADE_BACKUP_PASSPHRASE: 'short' });
    expect(short.notes).toContain('[passphrase_too_short]');
  });

  it.each([
    ['database.dump.sealed', 100],
    ['database.dump.sealed', -1],
    ['secrets.json.sealed', 0],
    ['manifest.json', 60],
  ])('refuses a flipped byte of %s at %i, and changes nothing then', async (name, at) => {
    const before = await contents(elsewhere.adminUrl);
    await flipped(name, at, async () => {
      expect((await palisade(['backup', 'verify', made], PASSPHRASE)).notes).toContain('[backup_damaged]');
      expect((await restoreIn(second, made, ...REPLACING)).notes).toContain('[backup_damaged]');
    });
    expect(await contents(elsewhere.adminUrl)).toEqual(before);
  });

  it('keeps as many as it is told to', async () => {
    const place = path.join(folder, 'kept');
    const names: string[] = [];
    for (let round = 0; round < 3; round++) {
      const { out } = await backupTo(place, '--keep', '2');
      names.push(path.basename(out.split(' ')[0]!));
    }
    expect(readdirSync(place).sort()).toEqual(names.slice(1));
  });

  it('leaves nothing behind where it fails', async () => {
    const place = path.join(folder, 'failed');
    await holding(postgres.adminUrl, 'BEGIN; LOCK TABLE mailer.subscribers;', async () => {
      const running = backupTo(place);
      await eventually('pg_dump waiting', () => waitingFor(postgres.adminUrl));
      await ask(
        postgres.adminUrl,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'palisade-operator' AND wait_event_type = 'Lock'`,
      );
      const { code, notes } = await running;
      expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[postgres_tool_failed]') });
    });
    expect(readdirSync(place)).toEqual([]);
  });
});

it.each([
  ['--to', target, '--incremental'],
  ['--to', target, '--every', '60'],
  ['wal', '--to', target, '--keep', '3'],
])('passes over nothing that it was told: backup %s %s %s', async (...args) => {
  expect((await palisade(['backup', ...args, '--installation', first], PASSPHRASE)).code).toBe(2);
});

describe('palisade restore', () => {
  it('brings back every row, sequence, trigger and secret to a machine that knows nothing', async () => {
    const { out } = await backupTo(target);
    const backup = out.split(' ')[0]!;
    const before = await contents(postgres.adminUrl);
    expect(Number(before['mailer.subscribers']?.split(' ')[0])).toBe(5_000);
    const { code, out: output } = await restoreIn(second, backup, ...REPLACING);
    expect(code).toBe(0);
    expect(output).toContain('npm start');
    expect(await contents(elsewhere.adminUrl)).toEqual({ ...before, ...GOES_ON });
    const secretsIn = (place: string): unknown =>
      JSON.parse(readFileSync(path.join(place, 'secrets.json'), 'utf8'));
    expect(secretsIn(second)).toEqual(secretsIn(first));
    const then = JSON.parse(readFileSync(path.join(second, 'settings-at-backup.json'), 'utf8')) as unknown;
    expect(then).toEqual(readProcessSettings(first)!.settings);
    // As the service comes in: with the password that the backup's secrets name.
    const own = new URL(databaseUrl('auth'));
    own.port = new URL(elsewhere.adminUrl).port;
    const [user] = await ask<{ email: string }>(own.href, 'SELECT email FROM users');
    expect(user?.email).toBe('boss@palisade.test');
    await expect(ask(own.href, `UPDATE audit_log SET action = ''`)).rejects.toThrow('only grows');
    await migrateAll((service) => {
      const url = new URL(databaseUrl(service));
      url.port = own.port;
      return url.href;
    });
  });

  it('goes on beyond what edges, customers and readers were given since the backup', async () => {
    const site = '0199aaaa-0000-7000-8000-000000000001';
    await ask(
      postgres.adminUrl,
      `WITH site AS (INSERT INTO domains.publications (site_id, version, document, key_id, published_version)
                     VALUES ('${site}', 5, 'd', 'k', 5)),
            list AS (INSERT INTO domains.client_lists (id, name, note, source, content, entries, version, published_version)
                     VALUES ('${site}', 'l', '', 'hand', '', 0, 5, 5)),
            year AS (INSERT INTO billing.invoice_counters VALUES (extract(year FROM now())::integer, 812))
       INSERT INTO mailer.campaigns (name, subject, body_html, body_text, target_audience, target_plans, custom_emails,
                                     emails_per_second, status, created_by)
       SELECT status, '', '', '', 'all', '{}', '', 1, status, gen_random_uuid() FROM unnest('{draft,sending}'::text[]) AS status`,
    );
    const backedUpAt = Math.floor(Date.now() / 1_000);
    const { out } = await backupTo(target);
    expect((await restoreIn(second, out.split(' ')[0]!, ...REPLACING)).code).toBe(0);
    const [row] = await ask<Record<string, unknown>>(
      elsewhere.adminUrl,
      `SELECT p.version >= ${backedUpAt} AND p.key_id = '' AND p.published_version IS NULL AS site,
              l.version >= ${backedUpAt} AND l.published_version IS NULL AS list,
              c.version >= ${backedUpAt} AS controls, i.last AS invoices,
              (SELECT json_object_agg(name, status) FROM mailer.campaigns) AS campaigns
         FROM domains.publications p, domains.client_lists l, domains.edge_controls c, billing.invoice_counters i`,
    );
    expect(row).toEqual({
      site: true,
      list: true,
      controls: true,
      invoices: 1_812,
      campaigns: { draft: 'draft', sending: 'paused' },
    });
  });

  it('keeps the secrets from before as a copy, as some file systems have no second names for a file', async () => {
    const installation = path.join(folder, 'third');
    cpSync(second, installation, { recursive: true });
    const file = path.join(installation, 'secrets.json');
    const before = { ...(JSON.parse(readFileSync(file, 'utf8')) as object), of: 'before' };
    saveSecrets(file, before as never);
    const { ino } = statSync(file);
    rmSync(`${file}.before-restore`, { force: true });
    const { out } = await backupTo(target);
    expect((await restoreIn(installation, out.split(' ')[0]!, ...REPLACING)).code).toBe(0);
    const kept = statSync(`${file}.before-restore`);
    expect(JSON.parse(readFileSync(`${file}.before-restore`, 'utf8'))).toEqual(before);
    expect({ isAnother: kept.ino !== ino, mode: kept.mode & 0o777 }).toEqual({
      isAnother: true,
      mode: 0o600,
    });
  });

  it('keeps the secrets that are there where it has no room for others, and is run again', async () => {
    const secretsFile = path.join(second, 'secrets.json');
    const before = readFileSync(secretsFile, 'utf8');
    mkdirSync(`${secretsFile}.new`);
    expect((await restoreIn(second, made, ...REPLACING)).code).not.toBe(0);
    expect(readFileSync(secretsFile, 'utf8')).toBe(before);
    rmSync(`${secretsFile}.new`, { recursive: true });
    expect((await restoreIn(second, made, ...REPLACING)).code).toBe(0);
  });

  it('ended between the password of PostgreSQL and the file that holds it, finds the way in again', async () => {
    const secretsFile = path.join(folder, 'containers', 'secrets.json');
    mkdirSync(path.dirname(secretsFile));
    const url = new URL(elsewhere.adminUrl);
    const [before, now] = [{ postgresPassword: newPassword() }, { postgresPassword: url.password }];
    writeFileSync(secretsFile, JSON.stringify(before));
    writeFileSync(`${secretsFile}.new`, JSON.stringify(now));
    url.password = before.postgresPassword;
    const notes: string[] = [];
    const finish = (secrets: object, adminUrl: string) =>
      finishHandOut(
        {
          ...findInstallation(second, {}),
          kind: 'containers',
          secretsFile,
          secrets: secrets as never,
          postgresAdminUrl: adminUrl,
        },
        (text) => void notes.push(text),
      );
    // Whoever comes in has nothing to finish.
    expect(await finish(now, elsewhere.adminUrl)).toBe(false);
    expect(await finish(before, url.href)).toBe(true);
    expect(JSON.parse(readFileSync(secretsFile, 'utf8'))).toEqual(now);
    expect(notes).toEqual([expect.stringContaining('ended as it handed out')]);
  });

  it('says that the database is away, without a stack, whatever is asked for', async () => {
    const away = path.join(folder, 'away');
    cpSync(first, away, { recursive: true });
    const settings = path.join(away, 'settings.json');
    const { port } = new URL(postgres.adminUrl);
    writeFileSync(settings, readFileSync(settings, 'utf8').replaceAll(`:${port}/`, ':9/'));
    for (const command of [
      ['backup', '--to', target],
      ['backup', 'wal', '--to', target],
      ['restore', made],
      ['rotate-keys'],
      ['payments'],
    ]) {
      const { code, notes } = await palisade([...command, '--installation', away], PASSPHRASE);
      expect({ command, code, notes }).toEqual({
        command,
        code: 1,
        notes: expect.stringContaining('[server_unreachable]'),
      });
    }
  });

  it('lists nothing where there is nothing, and says so: a mistyped place looks alike', async () => {
    const nowhere = path.join(folder, 'nowhere');
    expect(await palisade(['backup', 'list', nowhere])).toMatchObject({
      code: 0,
      out: `There is no backup in ${nowhere}.\n`,
    });
  });

  it('does not run beside another command that changes the installation', async () => {
    await holding(elsewhere.adminUrl, `SELECT pg_advisory_lock(hashtext('palisade operator'));`, async () => {
      expect((await restoreIn(second, made, ...REPLACING)).notes).toContain('[already_running]');
    });
  });

  it('refuses a database that holds an installation, unless it is told to replace it', async () => {
    const { code, notes } = await restoreIn(second, made);
    expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[target_not_empty]') });
    expect((await restoreIn(second, made, ...REPLACING)).code).toBe(0);
  });

  it('refuses to replace an installation by the backup of another, unless it is told that this is meant', async () => {
    const before = await contents(elsewhere.adminUrl);
    const { code, notes } = await restoreIn(second, made, '--force');
    expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[backup_of_another]') });
    expect(notes).toContain('the backup is of the database');
    expect(await contents(elsewhere.adminUrl)).toEqual(before);
    expect((await restoreIn(first, made, '--force')).code).toBe(0);
  });

  it('refuses while a service uses the database', async () => {
    const url = new URL(databaseUrl('billing'));
    url.port = new URL(elsewhere.adminUrl).port;
    await holding(url.href, '', async () => {
      expect((await restoreIn(second, made, ...REPLACING)).notes).toContain('[services_running]');
    });
  });

  it('leaves the database as it was where it fails on the way', async () => {
    const before = await contents(elsewhere.adminUrl);
    // The drops before it have been done by then, in the transaction.
    await holding(
      elsewhere.adminUrl,
      'BEGIN; LOCK TABLE mailer.subscribers IN ACCESS SHARE MODE;',
      async () => {
        const { code, notes } = await restoreIn(second, made, ...REPLACING);
        expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('lock timeout') });
      },
    );
    expect(await contents(elsewhere.adminUrl)).toEqual(before);
  });

  it('leaves the database as it was where it is killed on the way', async () => {
    const before = await contents(elsewhere.adminUrl);
    const tools = path.join(folder, 'tools');
    const go = path.join(folder, 'go');
    mkdirSync(tools);
    for (const tool of ['pg_dump', 'psql']) symlinkSync(path.join(binaries, tool), path.join(tools, tool));
    // It takes its time before it says the first statement, as with a large archive.
    const slow = `case "$*" in *--file=-*) while [ ! -e ${go} ]; do sleep 0.1; done;; esac`;
    const script = `#!/bin/sh\n${slow}\nexec ${path.join(binaries, 'pg_restore')} "$@"\n`;
    writeFileSync(path.join(tools, 'pg_restore'), script, { mode: 0o755 });
    const args = [OPERATOR, 'restore', made, '--installation', second, ...REPLACING];
    const env = { ...process.env, ...PASSPHRASE, PALISADE_POSTGRES_TOOLS: tools };
    const restoring = spawn(process.execPath, args, { env, stdio: 'ignore' });
    const ended = once(restoring, 'exit');
    const psql = (where: string) =>
      ask(
        elsewhere.adminUrl,
        `SELECT FROM pg_stat_activity WHERE application_name = 'palisade-operator' AND pid <> pg_backend_pid() AND ${where}`,
      );
    await eventually('everything being dropped', async () => {
      const found = await psql(`state = 'idle in transaction' AND query LIKE 'DROP SCHEMA % "mailer" %'`);
      if (found.length === 0) throw new Error('not yet');
    });
    restoring.kill('SIGKILL');
    await ended;
    await eventually('the end of psql', async () => {
      if ((await psql('true')).length > 0) throw new Error('still there');
    });
    writeFileSync(go, '');
    expect(await contents(elsewhere.adminUrl)).toEqual(before);
  });

  it('is refused while a backup of what it replaces is taken', async () => {
    const lock = `SELECT pg_advisory_lock_shared(hashtext('palisade contents'));`;
    await holding(elsewhere.adminUrl, lock, async () => {
      expect((await restoreIn(second, made, ...REPLACING)).notes).toContain('[backup_running]');
    });
  });

  it('refuses a backup of a newer version', async () => {
    const insert = `INSERT INTO migrations ("timestamp", name) VALUES (9999999999999, $1)`;
    const name = `FromTheFuture${newPassword()}`;
    await ask(databaseUrl('mailer'), insert, [name]);
    try {
      const { out } = await backupTo(path.join(folder, 'newer'));
      expect((await restoreIn(second, out.split(' ')[0]!, ...REPLACING)).notes).toContain('[backup_newer]');
    } finally {
      await ask(databaseUrl('mailer'), 'DELETE FROM migrations WHERE name = $1', [name]);
    }
  });
});
