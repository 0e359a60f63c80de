import { createHash, randomBytes } from 'node:crypto';
import { jest } from '@jest/globals';
import { MINUTE_MS } from '@palisade/basics';
import { eventually } from '@palisade/testing';
import { Redis } from 'ioredis';
import { STRICT_PATHS } from '../../routes/route-table.ts';
import { type Harness, sessions, startHarness } from '../../test/harness.ts';
import { post, spellingsOf } from '../../test/spellings.ts';

describe('limits', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await startHarness();
    // In the middle of a minute: no call of an earlier one fades, however long a test takes.
    const now = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 2;
    jest.spyOn(Date, 'now').mockReturnValue(now);
  });
  afterAll(async () => {
    jest.restoreAllMocks();
    harness.hangUp();
    await harness.stop();
  });

  const login = (address: string, cookie = '') =>
    fetch(`${harness.origin}/api/auth/login`, {
      method: 'POST',
      headers: { 'x-forwarded-for': address, cookie },
    }).then((response) => response.status);

  const madeUpCookie = () => `palisade_device=${randomBytes(32).toString('base64url')}`;

  it('hold guessing back by address, and let a known device through', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 32; i++) statuses.push(await login('198.51.100.1'));
    expect(statuses).toEqual([...Array(30).fill(200), 429, 429]);
    const owners = 'd'.repeat(43);
    sessions.devices.add(createHash('sha256').update(owners).digest('base64url'));
    expect(await login('198.51.100.1', `palisade_device=${owners}`)).toBe(200);
    expect(await login('198.51.100.2')).toBe(200);
  });

  it('are not raised by device cookies that somebody makes up', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) statuses.push(await login('198.51.100.21', madeUpCookie()));
    expect(statuses.filter((status) => status === 200)).toHaveLength(30);
  });

  it('of attacks on the demo count apart, and asking for it is none', async () => {
    const call = (method: string) =>
      fetch(`${harness.origin}/api/demo-attack`, {
        method,
        headers: { 'x-forwarded-for': '198.51.100.41' },
      }).then((response) => response.status);
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) statuses.push(await call('POST'));
    expect(statuses).toEqual([...Array(10).fill(200), 429, 429]);
    expect(await call('GET')).toBe(200);
    expect(await login('198.51.100.41')).toBe(200);
  });

  it('count addresses of one block together', async () => {
    const within = async (address: (i: number) => string) => {
      const statuses: number[] = [];
      for (let i = 0; i < 310; i++) statuses.push(await login(address(i)));
      return statuses.filter((status) => status === 200).length;
    };
    expect(await within((i) => `2001:db8:1:${i.toString(16)}::1`)).toBe(300);
    expect(await within((i) => `203.0.113.${i % 250}`)).toBe(300);
    expect(await login('2001:db8:2::1')).toBe(200);
  });

  it('bound what known devices of one network are allowed together', async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 340; i++) {
      const token = randomBytes(32).toString('base64url');
      sessions.devices.add(createHash('sha256').update(token).digest('base64url'));
      statuses.push(await login('198.51.100.31', `palisade_device=${token}`));
    }
    // 30 of the network, and 300 of all its known devices.
    expect(statuses.filter((status) => status === 200)).toHaveLength(330);
  });

  it.each(STRICT_PATHS.map((path) => `/api/${path}`))(
    'count every spelling of %s, or refuse it',
    async (path) => {
      // The mailer does not listen here: what is counted is what was not refused by the gateway itself.
      const address = `192.0.2.${STRICT_PATHS.findIndex((strict) => path.endsWith(strict)) + 1}`;
      const plain: number[] = [];
      for (let i = 0; i < 31; i++) plain.push(await post(harness.origin, path, address));
      expect(plain.at(-1)).toBe(429);
      const through: string[] = [];
      const spellings = [...spellingsOf(path)];
      for (const { spelling, headers } of spellings) {
        const status = await post(harness.origin, spelling, address, headers);
        if (![400, 404, 429].includes(status)) through.push(`${spelling} ${status}`);
      }
      expect(spellings.length).toBeGreaterThan(60);
      expect(through).toEqual([]);
    },
  );

  it('hold without Redis, and after it has come back', async () => {
    jest.restoreAllMocks();
    await harness.redis.kill();
    const statuses: number[] = [];
    // Twice as many as are allowed: what fades of them while Redis starts leaves enough.
    for (let i = 0; i < 60; i++) statuses.push(await login('198.51.100.3'));
    expect(statuses[0]).toBe(200);
    expect(statuses.at(-1)).toBe(429);

    await harness.redis.restart();
    const redis = new Redis(harness.redis.url);
    await eventually('calls are counted in Redis again', async () => {
      await login('198.51.100.4');
      expect(await redis.dbsize()).toBeGreaterThan(0);
    });
    redis.disconnect();
    expect(await login('198.51.100.3')).toBe(429);
  });
});
