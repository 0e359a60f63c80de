import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BUS_TOPICS, newPassword, REDIS_USERS, type RedisUser, redisAclFile } from '@palisade/installation';
import { Redis } from 'ioredis';
import { freePort, type RedisServer, startRedis } from './index.ts';

const TOPICS = ['users', 'billing', 'domains', 'request-logs', 'site-totals', 'alerts', 'audit', 'mails'];
const passwords = Object.fromEntries(REDIS_USERS.map((user) => [user, newPassword()])) as Record<
  RedisUser,
  string
>;
const SERVICES = REDIS_USERS.filter((user) => user !== 'operator' && user !== 'health');
/** The gateway, which strangers talk to, runs none. */
const SERVICES_WITH_SCRIPTS = SERVICES.filter((user) => user !== 'gateway');
const onBus = (user: RedisUser) =>
  BUS_TOPICS[user as keyof typeof BUS_TOPICS] ?? { publishes: [], reads: [] };

/** Who may do it, of all services. */
const WORK: readonly (readonly [command: readonly string[], allowed: readonly RedisUser[]])[] = [
  [['EVAL', 'return 1', '2', 'palisade:limit:{all:192.0.2.1}:1', 'palisade:limit:{all:192.0.2.1}:0'], []],
  [['EVAL', 'return 1', '0'], SERVICES_WITH_SCRIPTS],
  [['INCR', 'palisade:limit:{all:192.0.2.1}:1'], ['gateway']],
  [['HSET', '{edge}:configs', 'site', 'document'], ['domains']],
  [
    ['HGETALL', '{edge}:config-versions'],
    ['domains', 'edge'],
  ],
  [['HSET', '{edge}:lists', 'list', 'document'], ['domains']],
  ...[
    ['HGETALL', '{edge}:list-versions'],
    ['HMGET', '{edge}:lists', 'list'],
    ['GET', '{edge}:list-seq'],
    ['XREAD', 'BLOCK', '1', 'STREAMS', '{edge}:list-changes', '0'],
  ].map((command) => [command, ['domains', 'edge']] as const),
  [['SET', '{edge}:controls', 'x'], ['domains']],
  [
    ['GET', '{edge}:controls'],
    ['domains', 'edge'],
  ],
  [['XADD', '{edge}:cache-purges', '*', 'site', 'x'], ['domains']],
  [
    ['XREAD', 'BLOCK', '1', 'STREAMS', '{edge}:cache-purges', '0'],
    ['domains', 'edge'],
  ],
  [['XADD', '{edge}:acme-challenges', '*', 'a', 'b'], ['domains']],
  [
    ['ZADD', '{edge}:bans', '1', 'site|192.0.2.1'],
    ['domains', 'edge'],
  ],
  [
    ['HSET', 'edge:nodes', 'node', '{}'],
    ['domains', 'edge'],
  ],
  [
    ['HGETALL', 'edge:nodes'],
    ['domains', 'edge', 'logs'],
  ],
  [['SET', 'edge:ticket-key:1', 'x'], ['edge']],
  [['SET', 'edge:pseudonym-key:1', 'x'], ['edge']],
  [['SET', 'edge:claim:x', '1', 'EX', '60', 'NX'], ['edge']],
  [['HSET', 'edge:rate:site:client:1', 'node', '1'], ['edge']],
  [
    ['HSET', 'edge:logs:committed:node', 'segment', '1'],
    ['edge', 'logs'],
  ],
  [['HSET', '{palisade}:billing-renewals:1', 'data', '{}'], ['billing']],
  [['HSET', '{palisade}:domains-dns:1', 'data', '{}'], ['domains']],
  [['HSET', '{palisade}:mailer-mails:1', 'data', '{}'], ['mailer']],
  [['SET', '{palisade}:mailer:rate:server', '1'], ['mailer']],
];

/** Commands that no service needs. */
const NOBODY: readonly (readonly string[])[] = [
  ...['FLUSHALL', 'FLUSHDB', 'SHUTDOWN', 'MONITOR', 'SAVE', 'RANDOMKEY', 'DBSIZE'].map((word) => [word]),
  ...[
    ['KEYS', '*'],
    ['SCAN', '0'],
    ['CONFIG', 'GET', '*'],
    ['CONFIG', 'SET', 'dir', '/'],
  ],
  ...[
    ['ACL', 'LIST'],
    ['ACL', 'SETUSER', 'x'],
    ['CLIENT', 'LIST'],
    ['CLIENT', 'KILL', 'ID', '1'],
  ],
  ...[
    ['REPLICAOF', 'h', '1'],
    ['MODULE', 'LIST'],
    ['DEBUG', 'SLEEP', '0'],
    ['SCRIPT', 'FLUSH'],
    // They stay for good and are counted by nobody.
    ['SCRIPT', 'LOAD', 'return 1'],
    ['XGROUP', 'DESTROY', 'bus:{users:0}', 'billing'],
    ['FUNCTION', 'LIST'],
  ],
  ...[
    ['SWAPDB', '0', '1'],
    ['MIGRATE', 'h', '1', 'k', '0', '1'],
    ['PUBLISH', 'another', 'x'],
    ['PSUBSCRIBE', '*'],
  ],
  ...[
    ['GET', 'anything'],
    ['EVAL', 'return 1', '1', 'anything'],
  ],
];

describe('users of Redis', () => {
  let folder: string;
  let server: RedisServer;
  let operator: Redis;
  const as = (user: RedisUser, password = passwords[user]) => {
    const url = new URL(server.url);
    url.username = user;
    url.password = password;
    const client = new Redis(url.href, {
      lazyConnect: true,
      retryStrategy: () => null,
      enableReadyCheck: false,
    });
    client.on('error', () => undefined);
    return client;
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-redis-users-'));
    server = await startRedis({
      dataDirectory: folder,
      port: await freePort(),
      durable: false,
      endWithParent: true,
      users: { aclFile: redisAclFile(passwords), health: passwords.health },
    });
    operator = as('operator');
  });
  afterAll(async () => {
    operator?.disconnect();
    await server?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const may = async (user: RedisUser, command: readonly string[]) =>
    (await operator.call('ACL', 'DRYRUN', user, ...command)) === 'OK';
  const allowed = async (command: readonly string[]) => {
    const answers = await Promise.all(SERVICES.map((user) => may(user, command)));
    return SERVICES.filter((_, index) => answers[index]);
  };

  it.each(WORK)('%j is for %j alone', async (command, users) => {
    expect(await allowed(command)).toEqual(SERVICES.filter((user) => users.includes(user)));
  });

  it.each(NOBODY.map((command) => [command.join(' '), command] as const))(
    '%s is for nobody',
    async (_, command) => {
      expect(await allowed(command)).toEqual([]);
    },
  );

  it('lets each write and read its own topics of the bus, keep its own group’s place, and nothing of others', async () => {
    let asked = 0;
    for (const topic of TOPICS) {
      const stream = `bus:{${topic}:0}`;
      const writers = SERVICES.filter((user) => onBus(user).publishes.includes(topic));
      const readers = SERVICES.filter((user) => onBus(user).reads.includes(topic));
      expect(await allowed(['XADD', stream, '*', 'e', 'x'])).toEqual(writers);
      expect(await allowed(['XRANGE', stream, '-', '+'])).toEqual(readers);
      expect(await allowed(['XDEL', stream, '1-1'])).toEqual([]);
      expect(await allowed(['DEL', stream])).toEqual([]);
      for (const group of readers) {
        expect(await allowed(['HSET', `${stream}:lease:${group}`, 'owner', 'x'])).toEqual([group]);
        expect(await allowed(['XADD', `${stream}:dead:${group}`, '*', 'a', 'b'])).toEqual([group]);
        asked += 2;
      }
      asked += 4;
    }
    expect(asked).toBe(TOPICS.length * 4 + 2 * SERVICES.flatMap((user) => onBus(user).reads).length);
  });

  it('checks commands in scripts one by one: who reads a topic adds nothing to it', async () => {
    const domains = as('domains');
    await expect(
      domains.eval(`return redis.call('XADD', KEYS[1], '*', 'e', 'x')`, 1, 'bus:{billing:0}'),
    ).rejects.toThrow(/user executing the script can't/);
    domains.disconnect();
  });

  it('lets nobody in without a name or with another’s password', async () => {
    const nameless = new Redis(server.url, {
      lazyConnect: true,
      retryStrategy: () => null,
      enableReadyCheck: false,
    });
    nameless.on('error', () => undefined);
    await expect(nameless.connect().then(() => nameless.ping())).rejects.toThrow(/NOAUTH|closed/);
    nameless.disconnect();
    const wrong = as('auth', passwords.billing);
    await expect(wrong.connect().then(() => wrong.ping())).rejects.toThrow(/WRONGPASS|NOAUTH|closed/);
    wrong.disconnect();
  });

  it('is no server without a password to Redis, which would answer its own machine alone', async () => {
    const aclOf = async (user: string) => String(await operator.call('ACL', 'GETUSER', user));
    expect(await aclOf('default')).toMatch(/^flags,off,passwords,/);
    expect(await aclOf('auth')).toMatch(/^flags,on,/);
  });

  it('keeps its file to its owner, and no password in it', () => {
    expect(statSync(path.join(folder, 'users.acl')).mode & 0o777).toBe(0o600);
    expect(REDIS_USERS.filter((user) => redisAclFile(passwords).includes(passwords[user]))).toEqual([]);
  });

  it('has after a restart what transactions and scripts have written', async () => {
    const dataDirectory = mkdtempSync(path.join(tmpdir(), 'palisade-redis-restart-'));
    const options = {
      dataDirectory,
      port: await freePort(),
      endWithParent: true,
      users: { aclFile: redisAclFile(passwords), health: passwords.health },
    };
    const withClient = async <T>({ url }: RedisServer, work: (client: Redis) => Promise<T>): Promise<T> => {
      const client = new Redis(url.replace('//', `//mailer:${passwords.mailer}@`), {
        enableReadyCheck: false,
      });
      try {
        return await work(client);
      } finally {
        client.disconnect();
      }
    };
    const [byScript, byTransaction, alone] = ['script', 'transaction', 'alone'].map(
      (name) => `{palisade}:mailer-mails:${name}`,
    ) as [string, string, string];
    let restarted = await startRedis(options);
    await withClient(restarted, async (client) => {
      await client.eval(`redis.call('SET', KEYS[1], '1') redis.call('INCR', KEYS[1])`, 1, byScript);
      await client.multi().set(byTransaction, '1').incr(byTransaction).exec();
      await client.set(alone, '2');
    });
    await restarted.kill();
    restarted = await startRedis(options);
    const kept = await withClient(restarted, (client) => client.mget(byScript, byTransaction, alone));
    await restarted.stop();
    rmSync(dataDirectory, { recursive: true });
    expect(kept).toEqual(['2', '2', '2']);
  });
});
