import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { ApiClient } from './api-client.ts';
import { visit } from './edge-client.ts';
import { Stack } from './stack.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const OPERATOR = path.join(ROOT, 'deploy/installation/dist/operator/main.js');
const SITE = 'shop.localhost';
const PAUSE_MS = 20;
const ROTATION_MS = 240_000;

interface Secrets {
  databasePasswords: Record<string, string>;
  rotations?: { run?: unknown; ids?: Record<string, string> };
}

/** Somebody who asks one thing after another, the whole time. */
class Asking {
  readonly failures: string[] = [];
  count = 0;
  private going = true;
  private readonly done: Promise<void>;

  constructor(private readonly ask: () => Promise<number>) {
    this.done = this.run();
  }

  async stop(): Promise<void> {
    this.going = false;
    await this.done;
  }

  private async run(): Promise<void> {
    while (this.going) {
      const status = await this.ask().catch((error: Error) => error.message);
      this.count++;
      if (status !== 200) this.failures.push(String(status));
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  }
}

describe('palisade rotate-keys', () => {
  const stack = new Stack();
  let early: ApiClient;

  beforeAll(async () => {
    await stack.start('--workers', '1', '--rate-limit', '1000000', '--access-token-seconds', '86400');
    early = await ApiClient.signIn(stack.api, stack.accounts.customer);
  }, 240_000);
  afterAll(() => stack.dispose());

  const secrets = (): Secrets =>
    JSON.parse(readFileSync(path.join(stack.dataDirectory, 'secrets.json'), 'utf8')) as Secrets;
  const keysOf = (process: string): string =>
    readFileSync(path.join(stack.dataDirectory, 'keys', `${process}.env`), 'utf8');

  const start = (...args: string[]) =>
    spawn(process.execPath, [OPERATOR, 'rotate-keys', '--installation', stack.dataDirectory, ...args]);

  async function rotate(...args: string[]): Promise<{ code: number; said: string }> {
    const child = start(...args);
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        said += chunk.toString();
      });
    const [code] = (await once(child, 'close')) as [number];
    return { code, said };
  }

  async function killedAfter(words: string, ...args: string[]): Promise<void> {
    const child = start(...args);
    let said = '';
    child.stderr.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes(words)) child.kill('SIGKILL');
    });
    const [, signal] = (await once(child, 'close')) as [number | null, string | null];
    expect({ signal, said }).toEqual({ signal: 'SIGKILL', said: expect.stringContaining(words) as string });
  }

  async function ask<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
    const client = new pg.Client(url);
    try {
      await client.connect();
      return (await client.query<Row>(text)).rows;
    } finally {
      await client.end();
    }
  }

  function databaseUrl(password: string): string {
    const url = new URL(stack.databaseUrl);
    url.username = 'auth';
    url.password = password;
    return url.href;
  }

  it(
    'changes keys while everything goes on, ended in the middle and begun twice',
    async () => {
      const old = secrets().databasePasswords.auth!;
      const api = await ApiClient.signIn(stack.api, stack.accounts.customer);
      const all = [
        new Asking(async () => (await visit(stack.urls.demo_site, SITE, '/')).status),
        new Asking(async () => (await api.call('GET', '/domains')).status),
        new Asking(async () => (await api.call('GET', '/auth/me')).status),
      ];
      const only = ['--only', 'session-tokens,config-signing,edge-sealing,key-encryption,database:auth'];
      await killedAfter('the new key is accepted', ...only);
      await killedAfter('config-signing: ', ...only);
      const other = await rotate('--only', 'mail-links');
      expect(other).toEqual({ code: 1, said: expect.stringContaining('[rotation_unfinished]') as string });
      const [first, second] = await Promise.all([rotate(...only), rotate(...only)]);
      expect([first.code, second.code].sort()).toEqual([0, 1]);
      expect(`${first.said}${second.said}`).toContain('[already_running]');
      await Promise.all(all.map((one) => one.stop()));
      expect(all.map(({ failures }) => failures)).toEqual([[], [], []]);
      expect(Math.min(...all.map(({ count }) => count))).toBeGreaterThan(20);
      await expect(ask(databaseUrl(old), 'SELECT 1')).rejects.toMatchObject({ code: '28P01' });
      expect(await ask(databaseUrl(secrets().databasePasswords.auth!), 'SELECT 1 AS one')).toEqual([
        { one: 1 },
      ]);
      const roles = await ask(
        stack.databaseUrl,
        `SELECT rolname FROM pg_roles WHERE rolname LIKE '%\\_next'`,
      );
      expect(roles).toEqual([]);
      const signers = /^PALISADE_EDGE_CONFIG_KEYS='(.*)'$/m.exec(keysOf('edge'))?.[1] ?? '';
      expect(Object.keys(JSON.parse(signers) as object)).toEqual(['c2']);
      expect(secrets().rotations).toMatchObject({ ids: { 'config-signing': 'c2', 'key-encryption': 'k2' } });
      expect(secrets().rotations?.run).toBeUndefined();
    },
    ROTATION_MS,
  );

  it(
    'lets sessions of the old key go on until it is ended',
    async () => {
      expect((await early.call('GET', '/auth/me')).status).toBe(200);
      const { code, said } = await rotate('--finish', '--drop-now');
      expect({ code, said }).toEqual({
        code: 0,
        said: expect.stringContaining('every old key is refused') as string,
      });
      const token = early as unknown as { token: string };
      const bare = ApiClient.withToken(stack.api, token.token);
      expect((await bare.call('GET', '/auth/me')).status).toBe(401);
      const again = await ApiClient.signIn(stack.api, stack.accounts.customer);
      expect((await again.call('GET', '/auth/me')).status).toBe(200);
    },
    ROTATION_MS,
  );

  it('leaves nothing that only the old keys open', async () => {
    const sealed = await ask<{ value: string }>(
      stack.databaseUrl,
      `SELECT sealed_key AS value FROM domains.acme_accounts UNION ALL SELECT sealed_secret FROM auth.mfa_configs
        UNION ALL SELECT sealed_variables FROM mailer.mails WHERE sealed_variables <> ''`,
    );
    expect(sealed.length).toBeGreaterThan(0);
    expect(sealed.filter(({ value }) => !value.startsWith('v1.k2.'))).toEqual([]);
    for (const name of ['auth', 'domains', 'mailer']) {
      const keys = /^PALISADE_KEK_KEYS='(.*)'$/m.exec(keysOf(name))?.[1] ?? '';
      expect(Object.keys(JSON.parse(keys) as object)).toEqual(['k2']);
    }
    const audit = /^PALISADE_AUTH_AUDIT_KEYS='(.*)'$/m.exec(keysOf('auth'))?.[1] ?? '';
    expect(Object.keys(JSON.parse(audit) as object)).toEqual(['k1']);
  });

  it(
    'serves as before after a start with the new keys',
    async () => {
      await stack.stop();
      await stack.start('--workers', '1', '--rate-limit', '1000000');
      expect((await visit(stack.urls.demo_site, SITE, '/')).status).toBe(200);
      const api = await ApiClient.signIn(stack.api, stack.accounts.customer);
      expect((await api.call('GET', '/domains')).status).toBe(200);
    },
    ROTATION_MS,
  );
});
