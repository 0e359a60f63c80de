import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { newPassword, REDIS_USERS, RedisGuard, type RedisUser, redisAclFile } from '@palisade/installation';
import { Redis } from 'ioredis';
import { eventually, freePort, type RedisServer, startRedis } from './index.ts';

const passwords = Object.fromEntries(REDIS_USERS.map((user) => [user, newPassword()])) as Record<
  RedisUser,
  string
>;
const ENDLESS = 'while true do end';

describe('a script that does not end', () => {
  let folder: string;
  let server: RedisServer;
  let guard: RedisGuard;
  let said: string[];
  const open: Redis[] = [];
  const urlOf = (user: RedisUser) => server.url.replace('//', `//${user}:${passwords[user]}@`);
  const as = (user: RedisUser) => {
    const client = new Redis(urlOf(user), { enableReadyCheck: false, maxRetriesPerRequest: 0 });
    client.on('error', () => undefined);
    open.push(client);
    return client;
  };

  beforeEach(async () => {
    said = [];
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-redis-guard-'));
    server = await startRedis({
      dataDirectory: folder,
      port: await freePort(),
      endWithParent: true,
      users: { aclFile: redisAclFile(passwords), health: passwords.health },
    });
    guard = new RedisGuard({
      url: () => urlOf('operator'),
      say: (line) => void said.push(line),
      awayMs: 500,
    });
  });
  afterEach(async () => {
    await guard.stop();
    for (const client of open.splice(0)) client.disconnect();
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  it('is ended, its user named, and one that goes on is locked out', async () => {
    const [attacker, other] = [as('edge'), as('mailer')];
    for (let time = 1; time <= 3; time++) {
      await expect(attacker.eval(ENDLESS, 0)).rejects.toThrow(/killed|closed/i);
      await eventually('others are served', () => other.ping());
    }
    await eventually('it is said', async () =>
      expect(said).toEqual([
        ...Array.from({ length: 3 }, () => 'Redis was held up by a script of edge: it was ended'),
        'edge is locked out of Redis for a minute: look for who runs scripts in its name',
      ]),
    );
    await expect(as('edge').ping()).rejects.toThrow();
    await other.ping();
    await guard.stop();
    await as('edge').ping();
  });

  it('that has written ends Redis, and with it only what was not confirmed', async () => {
    const [attacker, other] = [as('domains'), as('domains')];
    await other.set('{palisade}:domains-x', 'confirmed');
    const script = attacker.eval(`redis.call('SET', KEYS[1], 'x') ${ENDLESS}`, 1, '{palisade}:domains-y');
    await expect(script).rejects.toThrow();
    await server.ended;
    expect(said).toEqual([expect.stringContaining('held up by a script that has written')]);
    server = await startRedis({
      dataDirectory: folder,
      port: Number(new URL(server.url).port),
      endWithParent: true,
      users: { aclFile: redisAclFile(passwords), health: passwords.health },
    });
    const after = as('domains');
    expect(await after.mget('{palisade}:domains-x', '{palisade}:domains-y')).toEqual(['confirmed', null]);
  });

  it('is ended after a change of the password, too, and it is said while nobody could', async () => {
    const { operator } = passwords;
    const redis = as('operator');
    await redis.acl('SETUSER', 'operator', 'resetpass', '>another');
    await redis.call('CLIENT', 'KILL', 'USER', 'operator', 'SKIPME', 'yes');
    await eventually('it is said', async () =>
      expect(said).toEqual([expect.stringMatching(/^Redis cannot be watched over: .*WRONGPASS/)]),
    );
    passwords.operator = 'another';
    try {
      await eventually('it is watched over again', async () =>
        expect(said.at(-1)).toBe('Redis is watched over again'),
      );
      await expect(as('edge').eval(ENDLESS, 0)).rejects.toThrow(/killed|closed/i);
    } finally {
      passwords.operator = operator;
    }
  });
});
