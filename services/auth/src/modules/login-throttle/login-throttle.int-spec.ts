import { type Harness, startHarness } from '../../test/harness.ts';
import { LoginThrottleService } from './login-throttle.service.ts';

describe('LoginThrottleService', () => {
  let harness: Harness;
  let throttle: LoginThrottleService;
  beforeAll(async () => {
    harness = await startHarness();
    throttle = harness.app.get(LoginThrottleService);
  });
  afterAll(() => harness.stop());

  const pauseOf = async (key: string) => {
    const { rows } = await harness.database.query<{ seconds: number | null }>(
      'SELECT round(extract(epoch FROM blocked_until - last_at))::int AS seconds FROM guess_counters WHERE key = $1',
      [key],
    );
    return rows[0]?.seconds ?? null;
  };
  const letPausePass = (key: string) =>
    harness.database.query('UPDATE guess_counters SET blocked_until = now() WHERE key = $1', [key]);

  /** However slow the machine is. */
  const holdPause = (key: string) =>
    harness.database.query(
      `UPDATE guess_counters SET blocked_until = last_at + interval '1 minute' WHERE key = $1`,
      [key],
    );

  it('pauses for longer each time, up to a quarter of an hour', async () => {
    const counter = { key: 'doubling', free: 3 };
    const pauses: (number | null)[] = [];
    for (let guess = 0; guess < 16; guess++) {
      await throttle.begin([counter]);
      pauses.push(await pauseOf('doubling'));
      await letPausePass('doubling');
    }
    expect(pauses).toEqual([null, null, 1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900, 900, 900]);
  });

  it('refuses in a pause, says for how long, and makes it no longer', async () => {
    const counter = { key: 'pause', free: 1 };
    await throttle.begin([counter]);
    await holdPause('pause');
    for (let guess = 0; guess < 3; guess++) {
      await expect(throttle.begin([counter])).rejects.toMatchObject({
        kind: 'too_many',
        code: 'too_many_attempts',
        options: { retryAfter: expect.any(Number) },
      });
    }
    expect(await pauseOf('pause')).toBe(60);
  });

  it('counts nothing of a guess that one of its counters refuses', async () => {
    await throttle.begin([{ key: 'refusing', free: 1 }]);
    await holdPause('refusing');
    await expect(
      throttle.begin([
        { key: 'innocent', free: 2 },
        { key: 'refusing', free: 1 },
      ]),
    ).rejects.toThrow();
    const { rows } = await harness.database.query(
      `SELECT failures FROM guess_counters WHERE key = 'innocent'`,
    );
    expect(rows).toEqual([{ failures: 0 }]);
  });

  it('lets no more through at the same time than one after the other', async () => {
    const counter = { key: 'parallel', free: 4 };
    const results = await Promise.allSettled(Array.from({ length: 30 }, () => throttle.begin([counter])));
    const letThrough = results.filter((result) => result.status === 'fulfilled').length;
    expect(letThrough).toBeGreaterThanOrEqual(4);
    expect(letThrough).toBeLessThanOrEqual(6);
  });

  it('remembers what is one person’s own for longer than what people share', async () => {
    for (const [key, memory, pause] of [
      ['shared', 'PEOPLE', null],
      ['own', 'ACCOUNT', 1],
    ] as const) {
      await throttle.begin([{ key, free: 2, memory }]);
      await harness.database.query(
        `UPDATE guess_counters SET last_at = now() - interval '16 minutes' WHERE key = $1`,
        [key],
      );
      await throttle.begin([{ key, free: 2, memory }]);
      expect(await pauseOf(key)).toBe(pause);
    }
  });

  it('forgets after a while', async () => {
    const counter = { key: 'old', free: 2 };
    await throttle.begin([counter]);
    await harness.database.query(
      `UPDATE guess_counters SET last_at = now() - interval '16 minutes' WHERE key = 'old'`,
    );
    await throttle.begin([counter]);
    expect(await pauseOf('old')).toBeNull();
    await harness.database.query(
      `UPDATE guess_counters SET last_at = now() - interval '16 minutes' WHERE key = 'old'`,
    );
    await throttle.forgetOld();
    expect((await harness.database.query(`SELECT FROM guess_counters WHERE key = 'old'`)).rows).toHaveLength(
      1,
    );
    await harness.database.query(
      `UPDATE guess_counters SET last_at = now() - interval '25 hours' WHERE key = 'old'`,
    );
    await throttle.forgetOld();
    const { rows } = await harness.database.query(`SELECT FROM guess_counters WHERE key = 'old'`);
    expect(rows).toHaveLength(0);
  });
});
