import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { edgeKeysFingerprint, NodeBoard } from '@palisade/edge-state';
import { nodeReport } from '@palisade/edge-state/test-support';
import type { InstallationSecrets } from '@palisade/installation';
import { ask, builtModule, STATEFUL } from '@palisade/installation/operator';
import { startTestPostgres, startTestRedis } from '@palisade/testing';
import { Redis } from 'ioredis';
import { binaries } from './test-support/held-connection.ts';
import { migrateAll, palisade } from './test-support/test-installation.ts';

const run = promisify(execFile);
const INSTALLATION = path.resolve(import.meta.dirname, '../../../installation/dist/main.js');

interface SecretBox {
  seal(secret: string, context: string): string;
  open(value: string, context: string): string;
}
interface Kit {
  SecretBox: new (keys: Record<string, string>, current: string) => SecretBox;
}
interface Applied {
  items: { metadata: { name: string }; stringData: Record<string, string> }[];
}

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-rotate-'));
const applied = path.join(folder, 'applied.json');
let handOut = '';
let postgres: Awaited<ReturnType<typeof startTestPostgres>>;
let redis: Awaited<ReturnType<typeof startTestRedis>>;
let board: Redis;
let environment: NodeJS.ProcessEnv;

/** As where there is no edge yet. */
const EDGELESS = ['--without', 'all'];
const secretsFile = path.join(folder, 'installation', 'secrets.json');
const secrets = (): InstallationSecrets =>
  JSON.parse(readFileSync(secretsFile, 'utf8')) as InstallationSecrets;
const rotate = (...args: string[]) =>
  palisade(['rotate-keys', '--installation', folder, ...args], environment);
const settingsOf = (name: string): Record<string, string> =>
  (JSON.parse(readFileSync(applied, 'utf8')) as Applied).items.find((item) => item.metadata.name === name)!
    .stringData;

function urlOf(role: string, password: string): string {
  const url = new URL(postgres.adminUrl);
  url.username = role;
  url.password = password;
  return url.href;
}

async function sealer(keys: string, current: string): Promise<SecretBox> {
  const { SecretBox } = await builtModule<Kit>('services/shared/nest-kit/dist/crypto/secret-box.js');
  return new SecretBox(JSON.parse(keys) as Record<string, string>, current);
}

/** An installation as on Kubernetes: keys reach processes by a command, databases are somebody's own. */
beforeAll(async () => {
  [postgres, redis] = await Promise.all([startTestPostgres(), startTestRedis()]);
  board = new Redis(`${redis.url}/1`);
  environment = {
    PALISADE_POSTGRES_ADMIN_URL: postgres.adminUrl,
    PALISADE_REDIS_URL: redis.url,
    PALISADE_GATEWAY_PORT: '9',
  };
  const variables = Object.entries(environment).map(([name, value]) => `${name}='${value}'`);
  handOut = `${variables.join(' ')} ${process.execPath} ${INSTALLATION} kubernetes ${folder} > ${applied}`;
  await run('sh', ['-c', handOut]);
  await run(process.execPath, [INSTALLATION, 'database', folder], { env: environment });
  await migrateAll((service) => urlOf(service, secrets().databasePasswords[service as 'auth']));
});
afterAll(async () => {
  board.disconnect();
  await Promise.all([postgres.dispose(), redis.dispose()]);
  rmSync(folder, { recursive: true });
});

describe('palisade rotate-keys, where a command hands keys out', () => {
  it('wants to know how', async () => {
    const { code, notes } = await rotate();
    expect({ code, notes }).toEqual({
      code: 1,
      notes: expect.stringContaining('[hand_out_unknown]') as string,
    });
    expect(secrets().rotations).toBeUndefined();
  });

  it('names every key, and nothing of what it is', async () => {
    const { code, out } = await rotate('--list');
    expect(code).toBe(0);
    expect(out).toContain('session-tokens');
    for (const password of Object.values(secrets().databasePasswords)) expect(out).not.toContain(password);
    const unknown = await rotate('--only', 'sessions');
    expect({ code: unknown.code, notes: unknown.notes }).toEqual({
      code: 2,
      notes: expect.stringContaining('There is no key sessions') as string,
    });
  });

  it('says that a command has failed, and goes on from there', async () => {
    const before = secrets().sessionTokenKeys;
    const failed = await rotate('--only', 'session-tokens', '--hand-out', 'exit 7', '--settle', '0');
    expect({ code: failed.code, notes: failed.notes }).toEqual({
      code: 1,
      notes: expect.stringContaining('[hand_out_failed]') as string,
    });
    expect(secrets().sessionTokenKeys).toEqual(before);
    expect((await rotate('--finish', '--hand-out', handOut, '--settle', '0', ...EDGELESS)).code).toBe(0);
    expect(secrets().sessionTokenKeys).not.toEqual(before);
    expect(settingsOf('auth').PALISADE_AUTH_TOKEN_PREVIOUS_KEYS).toBe(before.publicKey);
  });

  it('stops where another command may have begun, as PostgreSQL was started anew, and goes on from there', async () => {
    const before = secrets().eventKeys.auth;
    const endsConnection = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'palisade-operator-lock' AND datname = current_database()`;
    const psql = `${path.join(binaries, 'psql')} --quiet --output=/dev/null '${postgres.adminUrl}' --command="${endsConnection}"`;
    const lost = await rotate(
      ...['--only', 'events:auth', '--hand-out', `${handOut} && ${psql}`, '--settle', '0', ...EDGELESS],
    );
    expect({ code: lost.code, notes: lost.notes }).toEqual({
      code: 1,
      notes: expect.stringContaining('[lock_lost]') as string,
    });
    expect(secrets().eventKeys.auth).toEqual(before);
    expect((await rotate('--finish', '--hand-out', handOut, '--settle', '0', ...EDGELESS)).code).toBe(0);
    expect(secrets().eventKeys.auth).not.toEqual(before);
  });

  it('replaces them all, seals anew what the old ones have sealed, and refuses those', async () => {
    const before = secrets();
    const admin = postgres.adminUrl;
    const k1 = JSON.stringify({ k1: before.keyEncryptionKey });
    const [row] = await ask<{ id: number }>(
      admin,
      `INSERT INTO mailer.smtp_servers (name, host, port, username, password_sealed, use_tls, use_ssl, from_email, is_default, is_active)
       VALUES ('one', 'mail.test', 25, 'u', '-', false, false, 'a@mail.test', true, true) RETURNING id`,
    );
    const context = `smtp_servers.password.${row!.id}`;
    const sealed = (await sealer(k1, 'k1')).seal('hunter2hunter2', context);
    await ask(admin, 'UPDATE mailer.smtp_servers SET password_sealed = $1', [sealed]);

    const all = await rotate('--hand-out', handOut, '--settle', '0', ...EDGELESS);
    expect({ code: all.code, notes: all.notes }).toEqual({
      code: 0,
      notes: expect.stringContaining('redis:auth: left out') as string,
    });
    const done = await rotate('--finish', '--drop-now', '--hand-out', handOut, '--settle', '0', ...EDGELESS);
    expect(done.out).toContain('every old key is refused');

    const after = secrets();
    for (const name of STATEFUL) {
      await expect(ask(urlOf(name, before.databasePasswords[name]), 'SELECT 1')).rejects.toMatchObject({
        code: '28P01',
      });
      expect(await ask(urlOf(name, after.databasePasswords[name]), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    }
    expect(await ask(admin, `SELECT rolname FROM pg_roles WHERE rolname LIKE '%\\_next'`)).toEqual([]);
    const [kept] = await ask<{ password_sealed: string }>(
      admin,
      'SELECT password_sealed FROM mailer.smtp_servers',
    );
    const { PALISADE_KEK_KEYS = '', PALISADE_KEK_CURRENT = '' } = settingsOf('mailer');
    expect(Object.keys(JSON.parse(PALISADE_KEK_KEYS) as object)).toEqual(['k2']);
    const box = await sealer(PALISADE_KEK_KEYS, PALISADE_KEK_CURRENT);
    expect(box.open(kept!.password_sealed, context)).toBe('hunter2hunter2');
    const handedOut = readFileSync(applied, 'utf8');
    for (const old of [before.keyEncryptionKey, before.linkSigningKey, before.sessionTokenKeys.privateKey])
      expect(handedOut).not.toContain(old);
  });

  it.each(['session-tokens', 'config-signing', 'edge-sealing', 'key-encryption', 'database:auth'])(
    'hands %s out again where that failed behind its change',
    async (name) => {
      const once = path.join(folder, `once-${name}`);
      const failsLater = `if [ -e ${once} ]; then exit 7; fi; touch ${once}; ${handOut}`;
      const only = ['--only', name, '--settle', '0', ...EDGELESS];
      const failed = await rotate(...only, '--hand-out', failsLater);
      expect({ code: failed.code, notes: failed.notes }).toEqual({
        code: 1,
        notes: expect.stringContaining('[hand_out_failed]') as string,
      });
      const inPlace = secrets().rotations!.rotatedAt![name];
      const done = await rotate(...only, '--hand-out', handOut);
      expect({ code: done.code, notes: done.notes }).toEqual({
        code: 0,
        notes: expect.stringContaining('the new key is in use') as string,
      });
      // The same key, and not another one.
      expect(secrets().rotations!.rotatedAt![name]).toBe(inPlace);
      const { stdout } = await run(process.execPath, [INSTALLATION, 'kubernetes', folder], {
        env: environment,
      });
      expect(JSON.parse(readFileSync(applied, 'utf8'))).toEqual(JSON.parse(stdout));
    },
  );

  async function edgeSettings(): Promise<Record<string, string>> {
    const { stdout } = await run(process.execPath, [INSTALLATION, 'kubernetes', folder], {
      env: environment,
    });
    const { items } = JSON.parse(stdout) as Applied;
    return items.find((item) => item.metadata.name === 'edge')!.stringData;
  }

  describe('with edges on other machines', () => {
    const ONLY = ['--only', 'config-signing', '--settle', '0'];
    const report = (fingerprint: string | null, behindSeconds = 0) =>
      nodeReport({ keys: fingerprint === null ? null : { fingerprint, behindSeconds } });
    afterEach(() => board.flushall());

    it('waits for each of them, refuses nothing before, and goes on from there', async () => {
      const before = secrets().configSigningKeys;
      const nodes = new NodeBoard(board);
      let going = true;
      const obeys = (async () => {
        while (going) {
          // Asked of the installation, since the command may be writing what it hands out.
          await nodes.report('edge-1', report(edgeKeysFingerprint(await edgeSettings())));
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      })();
      await nodes.report('edge-2', report('0000000000000000', 12));
      const rotation = rotate(...ONLY, '--hand-out', handOut, '--timeout', '3');
      const { code, notes } = await rotation;
      expect({ code, notes }).toEqual({
        code: 1,
        notes: expect.stringMatching(
          /Not every edge .*: edge-2 has the new keys for 12 s and does not come up .*\[keys_not_taken_over\]/,
        ) as string,
      });
      expect(secrets().configSigningKeys).toEqual(before);
      const without = ['--hand-out', handOut, '--settle', '0', '--timeout', '3', '--without', 'edge-2'];
      expect((await rotate('--finish', ...without)).code).toBe(0);
      expect(secrets().configSigningKeys).not.toEqual(before);
      going = false;
      await obeys;
    });

    it('refuses nothing where no edge says how it is, as after Redis has lost what it knew', async () => {
      const before = secrets().configSigningKeys;
      const { code, notes } = await rotate(...ONLY, '--hand-out', handOut, '--timeout', '1');
      expect({ code, notes }).toEqual({
        code: 1,
        notes: expect.stringContaining('[edges_unseen]') as string,
      });
      expect(secrets().configSigningKeys).toEqual(before);
      expect((await rotate('--finish', '--hand-out', handOut, '--settle', '0', ...EDGELESS)).code).toBe(0);
    });

    it('says that it cannot see them where Redis is away', async () => {
      const command = 'true';
      const away = { ...environment, PALISADE_REDIS_URL: 'redis://127.0.0.1:9' };
      const run = (...args: string[]) =>
        palisade(
          ['rotate-keys', '--installation', folder, '--hand-out', command, '--settle', '0', ...args],
          away,
        );
      expect(await run('--only', 'mail-links')).toMatchObject({
        code: 1,
        notes: expect.stringContaining('[edges_unseen]') as string,
      });
      expect((await run('--finish', '--without', 'all')).code).toBe(0);
    });
  });

  it('changes nothing where the secrets cannot be written', async () => {
    // Root may write everywhere: a folder in the place of the file that is to be renamed stops everybody.
    await run('mkdir', [`${secretsFile}.new`]);
    const before = readFileSync(secretsFile, 'utf8');
    try {
      const { code, notes } = await rotate('--only', 'mail-links', '--hand-out', handOut, '--settle', '0');
      expect({ code, notes }).toEqual({ code: 1, notes: expect.stringContaining('[not_written]') as string });
    } finally {
      rmSync(`${secretsFile}.new`, { recursive: true });
    }
    expect(readFileSync(secretsFile, 'utf8')).toBe(before);
  });
});
