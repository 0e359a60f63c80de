import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readProcessSettings, writeProcessSettings } from '@palisade/installation';
import { ask } from '@palisade/installation/operator';
import { eventually, startOwnPostgres } from '@palisade/testing';
import { binaries } from './test-support/held-connection.ts';
import { migrateAll, palisade, testInstallation } from './test-support/test-installation.ts';

const OPERATOR = path.resolve(import.meta.dirname, '../../../installation/dist/operator/main.js');
const PASSPHRASE = {
  PALISADE_BACKUP_PASSPHRASE: 'a long walk by the sea',
  PALISADE_POSTGRES_TOOLS: binaries,
};
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-point-in-time-'));
const [first, second, place] = ['first', 'second', 'backups'].map((name) => path.join(folder, name)) as [
  string,
  string,
  string,
];
/** Another installation than the backup is of. */
const REPLACING = ['--force', '--other-installation'];
let postgres: Awaited<ReturnType<typeof startOwnPostgres>>;
let elsewhere: Awaited<ReturnType<typeof startOwnPostgres>>;

const backup = (...args: string[]) =>
  palisade(['backup', ...args, '--to', place, '--installation', first], PASSPHRASE);
const restoreTo = (time: string, ...more: string[]) =>
  palisade(['restore', place, '--to-time', time, '--installation', second, ...more], PASSPHRASE);
const done = async (command: ReturnType<typeof palisade>): Promise<string> => {
  const { code, out, notes } = await command;
  expect({ code, notes: code === 0 ? '' : notes }).toEqual({ code: 0, notes: '' });
  return out;
};
/** Committed before the moment that this returns. */
const wrote = async (email: string): Promise<string> => {
  await ask(
    postgres.adminUrl,
    `INSERT INTO mailer.subscribers (email, first_name, last_name, source) VALUES ($1, 'R', 'e', 'page')`,
    [email],
  );
  // Recovery stops at whole milliseconds: the next one is behind the commit.
  const [row] = await ask<{ at: Date }>(
    postgres.adminUrl,
    `SELECT date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' AS at, pg_sleep(0.002)`,
  );
  return row!.at.toISOString();
};
const readersElsewhere = async (): Promise<string[]> =>
  (
    await ask<{ email: string }>(elsewhere.adminUrl, 'SELECT email FROM mailer.subscribers ORDER BY email')
  ).map(({ email }) => email);
const segments = () =>
  readdirSync(path.join(place, 'wal'))
    .filter((name) => /^[0-9A-F]{24}\./.test(name))
    .sort();

beforeAll(async () => {
  // The server that recovers does not run as root, and goes through it.
  chmodSync(folder, 0o711);
  [postgres, elsewhere] = await Promise.all([startOwnPostgres({ binaries }), startOwnPostgres({ binaries })]);
  await testInstallation(first, { postgres, redisUrl: 'redis://127.0.0.1:9' });
  await testInstallation(second, { postgres: elsewhere, redisUrl: 'redis://127.0.0.1:9' });
  await migrateAll((service) => readProcessSettings(first)!.settings[service]!.PALISADE_DATABASE_URL!);
});
afterAll(async () => {
  await Promise.all([postgres.dispose(), elsewhere.dispose()]);
  rmSync(folder, { recursive: true });
});

describe('palisade restore --to-time', () => {
  const moments: Record<'one' | 'two' | 'three', string> = { one: '', two: '', three: '' };

  it('brings back each moment between two rounds of the log: what was written before, nothing from after', async () => {
    expect((await backup('--base')).notes).toContain('[log_not_stored]');
    expect(await done(backup('wal'))).toContain('stored until');
    await wrote('before-the-base@palisade.test');
    expect(await done(backup('--base'))).toContain(path.join(place, 'base-'));
    moments.one = await wrote('one@palisade.test');
    moments.two = await wrote('two@palisade.test');
    expect(await done(backup('wal'))).toContain('stored until');
    moments.three = await wrote('three@palisade.test');
    await done(backup('wal'));
    await done(restoreTo(moments.one));
    expect(await readersElsewhere()).toEqual(['before-the-base@palisade.test', 'one@palisade.test']);
    const refused = await restoreTo(moments.two, '--force');
    expect(refused.notes).toContain('[backup_of_another]');
    await done(restoreTo(moments.two, ...REPLACING));
    expect(await readersElsewhere()).toEqual([
      'before-the-base@palisade.test',
      'one@palisade.test',
      'two@palisade.test',
    ]);
    await done(restoreTo(moments.three, ...REPLACING, '--scratch', path.join(folder, 'not-there-yet')));
    expect(await readersElsewhere()).toHaveLength(4);
  });

  it('says so where its server could not enter the folder, which is where root runs it', async () => {
    const scratch = path.join(folder, 'private');
    mkdirSync(scratch, { mode: 0o700 });
    const { notes } = await restoreTo(moments.three, ...REPLACING, '--scratch', scratch);
    expect(notes.includes('[scratch_private]')).toBe(process.getuid?.() === 0);
    expect(readdirSync(scratch)).toEqual([]);
  });

  it('leaves neither a server nor anybody’s data behind where it is killed on the way', async () => {
    const scratch = path.join(folder, 'scratch-of-killed');
    const args = [OPERATOR, 'restore', place, '--to-time', moments.three, '--installation', second];
    const restoring = spawn(process.execPath, [...args, ...REPLACING, '--scratch', scratch], {
      env: { ...process.env, ...PASSPHRASE },
      stdio: 'ignore',
    });
    const ended = once(restoring, 'exit');
    let server = 0;
    await eventually('the server that recovers', async () => {
      const [file] = globSync('palisade-recovery-*/data/postmaster.pid', { cwd: scratch });
      server = Number(readFileSync(path.join(scratch, file ?? 'none yet'), 'utf8').split('\n')[0]);
      expect(server).toBeGreaterThan(0);
    });
    restoring.kill('SIGKILL');
    await ended;
    await eventually('nothing being left', async () => expect(readdirSync(scratch)).toEqual([]));
    expect(() => process.kill(server, 0)).toThrow('ESRCH');
  });

  it('has the doctor tell how much of the log waits', async () => {
    const { out } = await palisade(['doctor', '--json', '--installation', first]);
    const { findings } = JSON.parse(out) as { findings: { code: string; text: string }[] };
    const backupFindings = findings.filter(({ code }) => code.startsWith('backups.'));
    expect(backupFindings.map(({ code }) => code)).toEqual(['backups.tools', 'backups.log_stored']);
  });

  it('has the doctor of another server say that the log is not its own, as after a restore', async () => {
    process.env.PALISADE_WAL_PLACE = place;
    try {
      const codesOf = async (installation: string) => {
        const { out } = await palisade(['doctor', '--json', '--installation', installation]);
        const { findings } = JSON.parse(out) as { findings: { code: string }[] };
        return findings.flatMap(({ code }) => (code.startsWith('backups.log') ? [code] : []));
      };
      expect(await codesOf(first)).toEqual(['backups.log_stored']);
      expect(await codesOf(second)).toEqual(['backups.log_of_another']);
    } finally {
      delete process.env.PALISADE_WAL_PLACE;
    }
  });

  it('takes no base backup that could never be restored: for a log of another passphrase, or stored elsewhere', async () => {
    const args = ['backup', '--base', '--installation', first, '--to'];
    const other = { ...PASSPHRASE, PALISADE_BACKUP_PASSPHRASE: 'a long walk in the hills' };
    expect((await palisade([...args, place], other)).notes).toContain('[passphrase_wrong]');
    const notes = (await palisade([...args, path.join(folder, 'another-place')], PASSPHRASE)).notes;
    expect(notes).toContain('[log_not_stored]');
  });

  it('restores a moment that a round did not store to its end, and the next one did', async () => {
    await ask(postgres.adminUrl, `SELECT pg_logical_emit_message(false, 'palisade', 'filler')`);
    await ask(postgres.adminUrl, 'SELECT pg_switch_wal()');
    const moment = await wrote('interrupted@palisade.test');
    await ask(postgres.adminUrl, 'SELECT pg_switch_wal()');
    const before = new Set(segments());
    const covered = async () =>
      /until (\S+)/.exec(await done(palisade(['backup', 'list', place], PASSPHRASE)))![1]!;
    const until = await covered();
    await done(backup('wal'));
    // As if the round had ended behind its first segment; the next one stores all of it again.
    const round = segments().filter((name) => !before.has(name));
    expect(round.length).toBeGreaterThan(2);
    const folderOfLog = path.join(place, 'wal');
    for (const name of round.slice(1)) renameSync(path.join(folderOfLog, name), path.join(folder, name));
    expect(await covered()).toBe(until);
    expect((await restoreTo(moment, ...REPLACING)).notes).toContain('[time_not_covered]');
    for (const name of round.slice(1)) renameSync(path.join(folder, name), path.join(folderOfLog, name));
    await done(restoreTo(moment, ...REPLACING));
    expect(await readersElsewhere()).toContain('interrupted@palisade.test');
  });

  it('stores a long backlog in pieces, as the folder for temporary files may be memory', async () => {
    for (let segment = 0; segment < 20; segment++) {
      await ask(postgres.adminUrl, `SELECT pg_logical_emit_message(false, 'palisade', 'filler')`);
      await ask(postgres.adminUrl, 'SELECT pg_switch_wal()');
    }
    const before = segments().length;
    const { TMPDIR } = process.env;
    const scratch = path.join(folder, 'scratch');
    mkdirSync(scratch);
    process.env.TMPDIR = scratch;
    let most = 0;
    const looking = setInterval(() => {
      most = Math.max(most, globSync('palisade-wal-*/*', { cwd: scratch }).length);
    }, 2);
    try {
      await done(backup('wal'));
    } finally {
      clearInterval(looking);
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
    }
    expect(segments().length - before).toBeGreaterThan(20);
    // 256 MiB in segments of 16, and the empty one before the first.
    expect(most).toBeLessThanOrEqual(17);
    expect(most).toBeGreaterThan(0);
  });

  it('gives the secrets of that time, not those of the base backup', async () => {
    const file = path.join(first, 'secrets.json');
    const before = readFileSync(file, 'utf8');
    writeFileSync(file, JSON.stringify({ ...(JSON.parse(before) as object), changedSince: 'yes' }));
    const changed = await wrote('changed@palisade.test');
    await done(backup('wal'));
    writeFileSync(file, before);
    const secretsElsewhere = () =>
      JSON.parse(readFileSync(path.join(second, 'secrets.json'), 'utf8')) as object;
    await done(restoreTo(moments.two, ...REPLACING));
    expect(secretsElsewhere()).not.toHaveProperty('changedSince');
    await done(restoreTo(changed, ...REPLACING));
    expect(secretsElsewhere()).toHaveProperty('changedSince', 'yes');
  });

  it('refuses a moment before the first base backup, and one that is not stored yet', async () => {
    const now = await readersElsewhere();
    const late = await wrote('late@palisade.test');
    for (const time of ['2026-01-01T00:00:00Z', late]) {
      const { code, notes } = await restoreTo(time, ...REPLACING);
      expect({ code, notes }).toEqual({
        code: 1,
        notes: expect.stringContaining('[time_not_covered]') as string,
      });
    }
    for (const time of ['2026-11-23 18:05', '2026-02-30T00:00:00Z', '2026-11-00T00:00:00Z'])
      expect(await restoreTo(time, ...REPLACING)).toMatchObject({ code: 2 });
    expect(await readersElsewhere()).toEqual(now);
  });

  it.each([
    [
      'missing',
      'wal_missing',
      (file: string) => renameSync(file, `${file}.away`),
      (file: string) => renameSync(`${file}.away`, file),
    ],
    ['damaged', 'backup_damaged', flip, flip],
  ])('refuses where a piece of the log is %s, and changes nothing then', async (_, problem, harm, mend) => {
    const now = await readersElsewhere();
    const [piece] = segments().slice(-2);
    const file = path.join(place, 'wal', piece!);
    harm(file);
    try {
      const { code, notes } = await restoreTo(await coveredNow(), ...REPLACING);
      expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining(`[${problem}]`) as string });
    } finally {
      mend(file);
    }
    expect(await readersElsewhere()).toEqual(now);
  });

  it('refuses where the base backup is damaged or a file of it is gone, and changes nothing then', async () => {
    const now = await readersElsewhere();
    const base = path.join(place, readdirSync(place).find((name) => name.startsWith('base-'))!);
    const file = path.join(base, 'base.tar.gz.sealed');
    flip(file);
    expect((await restoreTo(moments.one, ...REPLACING)).notes).toContain('[backup_damaged]');
    expect((await palisade(['backup', 'verify', base], PASSPHRASE)).notes).toContain('[backup_damaged]');
    flip(file);
    renameSync(file, `${file}.away`);
    expect((await restoreTo(moments.one, ...REPLACING)).notes).toContain('[backup_damaged]');
    renameSync(`${file}.away`, file);
    await done(palisade(['backup', 'verify', base], PASSPHRASE));
    const listing = await done(palisade(['backup', 'list', place], PASSPHRASE));
    expect(listing).toMatch(/^base-\S+Z {2}\S+ {2}\S+ {2}\S+ MiB {2}base\nlog stored until \d{4}-\S+Z\n$/);
    expect(await readersElsewhere()).toEqual(now);
  });

  it('keeps as many base backups as it is told to, and the log that they need', async () => {
    const before = segments();
    const last = await wrote('last@palisade.test');
    await done(backup('--base', '--keep', '1'));
    const after = await wrote('after@palisade.test');
    await done(backup('wal'));
    expect(readdirSync(place).filter((name) => name.startsWith('base-'))).toHaveLength(1);
    expect(segments()).not.toContain(before[0]);
    expect((await restoreTo(last, ...REPLACING)).notes).toContain('[time_not_covered]');
    await done(restoreTo(after, ...REPLACING));
    expect(await readersElsewhere()).toContain('after@palisade.test');
  });

  it('says that the log of a server is of one place, where it is stored in another one', async () => {
    await done(backup('wal'));
    const other = path.join(folder, 'other-place');
    const args = ['backup', 'wal', '--installation', first, '--to', other];
    const moved = await palisade(args, PASSPHRASE);
    expect(moved).toMatchObject({ code: 0, notes: expect.stringContaining('[wal_moved]') as string });
    expect((await palisade(args, PASSPHRASE)).notes).toBe('');
    expect((await backup('wal')).notes).toContain('[wal_gap]');
  });

  it('says where the server lets nobody read its log', async () => {
    const third = path.join(folder, 'third');
    cpSync(first, third, { recursive: true });
    const url = new URL(postgres.adminUrl);
    [url.username, url.password] = ['clerk', 'secret'];
    await ask(postgres.adminUrl, `CREATE ROLE clerk LOGIN PASSWORD 'secret' CREATEROLE CREATEDB`);
    writeProcessSettings(third, { ...readProcessSettings(third)!, postgresAdminUrl: url.href });
    for (const what of [['wal'], ['--base']]) {
      const args = ['backup', ...what, '--to', place, '--installation', third];
      const { code, notes } = await palisade(args, PASSPHRASE);
      expect({ code, notes }).toEqual({
        code: 1,
        notes: expect.stringContaining('[replication_refused]') as string,
      });
    }
  });
});

function flip(file: string): void {
  const content = readFileSync(file);
  content[content.length >> 1]! ^= 1;
  writeFileSync(file, content);
}

/** The newest moment that is stored. */
async function coveredNow(): Promise<string> {
  const out = await done(backup('wal'));
  return /stored until (\S+)/.exec(out)![1]!;
}
