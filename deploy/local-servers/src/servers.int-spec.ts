import { Resolver } from 'node:dns/promises';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import pg from 'pg';
import { eventually, freePort, startDns, startPostgres, startRedis } from './index.ts';

const ask = async (url: string, sql: string): Promise<unknown[]> => {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
};

describe('local servers', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-servers-'));
    chmodSync(folder, 0o711);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('lets nobody else read what Redis keeps, nor what an earlier version left open', async () => {
    const dataDirectory = path.join(folder, 'redis-private');
    mkdirSync(dataDirectory, { mode: 0o755 });
    writeFileSync(path.join(dataDirectory, 'dump.rdb.old'), '', { mode: 0o644 });
    const server = await startRedis({ dataDirectory, port: await freePort(), durable: true });
    const client = new Redis(server.url);
    await client.set('a', 'b');
    await client.bgrewriteaof();
    await eventually('the rewritten file', async () => {
      if (!/aof_rewrite_in_progress:0/.test(await client.info('persistence'))) throw new Error('still at it');
    });
    client.disconnect();
    await server.stop();
    const names = readdirSync(dataDirectory, { recursive: true }).map(String);
    expect(names.length).toBeGreaterThan(2);
    const open = ['.', ...names].filter(
      (name) => (statSync(path.join(dataDirectory, name)).mode & 0o077) !== 0,
    );
    expect(open).toEqual([]);
  });

  it('keeps each service to its own schema', async () => {
    const server = await startPostgres({
      dataDirectory: path.join(folder, 'pg1'),
      port: await freePort(),
      durable: false,
    });
    try {
      const auth = await server.createServiceRole('auth', 'one');
      const logs = await server.createServiceRole('logs', 'two');
      await ask(auth, 'CREATE TABLE users (id int)');
      await ask(logs, 'CREATE TABLE requests (id int)');
      await expect(ask(logs, 'SELECT * FROM auth.users')).rejects.toThrow('permission denied');
      await server.createServiceRole('auth', 'one');
      expect(await ask(auth, 'SELECT * FROM users')).toEqual([]);
    } finally {
      await server.stop();
    }
  });

  it('starts beside no process of a server that was killed, and as soon as the last of them has ended', async () => {
    const dataDirectory = path.join(folder, 'pg-killed');
    const first = await startPostgres({ dataDirectory, port: await freePort(), durable: false });
    const session = new pg.Client(first.adminUrl);
    session.on('error', () => undefined);
    await session.connect();
    const [{ pid }] = (await session.query<{ pid: number }>('SELECT pg_backend_pid() AS pid')).rows as [
      { pid: number },
    ];
    process.kill(pid, 'SIGSTOP');
    process.kill(first.pid, 'SIGKILL');
    await first.ended;
    let isStarted = false;
    const starting = startPostgres({ dataDirectory, port: await freePort(), durable: false }).then((it) => {
      isStarted = true;
      return it;
    });
    // Long enough for several starts that are refused.
    await sleep(1_000);
    expect(isStarted).toBe(false);
    process.kill(pid, 'SIGCONT');
    const second = await starting;
    expect(await ask(second.adminUrl, 'SELECT 1 AS n')).toEqual([{ n: 1 }]);
    await second.stop();
  });

  it('takes over a data directory whose server was left behind', async () => {
    const dataDirectory = path.join(folder, 'pg2');
    const first = await startPostgres({ dataDirectory, port: await freePort() });
    const url = await first.createServiceRole('auth', 'one');
    await ask(url, 'CREATE TABLE kept AS SELECT 7 AS n');
    const second = await startPostgres({ dataDirectory, port: await freePort() });
    try {
      await first.ended;
      expect(await ask(await second.createServiceRole('auth', 'one'), 'SELECT n FROM kept')).toEqual([
        { n: 7 },
      ]);
    } finally {
      await second.stop();
    }
  });

  it('keeps what Redis was told over a restart', async () => {
    const options = { dataDirectory: path.join(folder, 'redis'), port: await freePort(), durable: true };
    const first = await startRedis(options);
    const writer = new Redis(first.url);
    await writer.set('kept', 'yes');
    writer.disconnect();
    await first.stop();
    const second = await startRedis(options);
    const reader = new Redis(second.url);
    try {
      expect(await eventually('the loaded value', () => reader.get('kept'))).toBe('yes');
    } finally {
      reader.disconnect();
      await second.stop();
    }
  });

  it('answers DNS from its list, and NXDOMAIN beyond it', async () => {
    const server = await startDns(await freePort(), [
      { name: 'waf-1.shop.example', type: 'CNAME', value: 'edge.palisade.example' },
    ]);
    const resolver = new Resolver();
    resolver.setServers([server.address]);
    try {
      expect(await resolver.resolveCname('WAF-1.shop.example')).toEqual(['edge.palisade.example']);
      await expect(resolver.resolveCname('waf-2.shop.example')).rejects.toMatchObject({ code: 'ENOTFOUND' });
      server.records = [...server.records, { name: 'waf-2.shop.example', type: 'TXT', value: 'x' }];
      expect(await resolver.resolveTxt('waf-2.shop.example')).toEqual([['x']]);
    } finally {
      await server.stop();
    }
  });
});
