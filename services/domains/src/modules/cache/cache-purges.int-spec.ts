import { PURGES_A_MINUTE } from '@palisade/edge-state';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('cache purges', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  const withDomain = async (plan: 'enterprise' | 'free' = 'enterprise') => {
    const user = newUser();
    h.billing.setPlan(user.userId, plan);
    const { id, path } = await h.newDomain(user);
    return { user, id, path: `${path}/cache` };
  };

  it('reach the edges, and are listed with who asked for them', async () => {
    const { user, id, path } = await withDomain();
    expect(await h.call('POST', `${path}/purge`, user, { kind: 'all' })).toMatchObject({
      status: 200,
      body: { kind: 'all', values: [], requested_by: user.userId },
    });
    const tags = { kind: 'tag', values: ['shoes', 'shoes', 'red'] };
    expect((await h.call('POST', `${path}/purge`, user, tags)).body).toMatchObject({
      values: ['shoes', 'red'],
    });
    const purges = (await h.edgeRedis.xrange('{edge}:cache-purges', '-', '+')).map(([, fields]) => fields);
    expect(purges.filter((fields) => fields.includes(id)).map((fields) => fields.slice(2, 6))).toEqual([
      ['kind', 'all', 'value', ''],
      ['kind', 'tag', 'value', 'shoes'],
      ['kind', 'tag', 'value', 'red'],
    ]);
    expect((await h.call('GET', `${path}/purges`, user)).body).toMatchObject({
      limit_per_minute: PURGES_A_MINUTE,
      purges: [{ kind: 'tag' }, { kind: 'all' }],
    });
  });

  it('need a plan with edge caching', async () => {
    const { user, path } = await withDomain('free');
    expect(await h.call('POST', `${path}/purge`, user, { kind: 'all' })).toMatchObject({
      status: 402,
      body: { code: 'upgrade_required' },
    });
  });

  it('are limited, with the time to wait', async () => {
    const { user, path } = await withDomain();
    const values = Array.from({ length: 30 }, (_value, n) => `/p${n}`);
    const answers = [];
    // A minute may end in between; within three rounds of the limit one of them must be over it.
    for (let round = 0; round < 6; round++) {
      answers.push(await h.call('POST', `${path}/purge`, user, { kind: 'prefix', values }));
    }
    expect(answers.map(({ status }) => status)).toContain(429);
    expect(answers.find(({ status }) => status === 429)!.body).toMatchObject({ code: 'purged_too_often' });
  });

  it.each([
    {},
    { kind: 'everything' },
    { kind: 'prefix' },
    { kind: 'prefix', values: [] },
    { kind: 'prefix', values: ['shop'] },
    { kind: 'prefix', values: ['/a b'] },
    { kind: 'tag', values: [' '] },
    { kind: 'tag', values: ['a\u0000b'] },
    { kind: 'tag', values: Array(31).fill('a') },
  ])('are refused for %j', async (body) => {
    const { user, path } = await withDomain();
    expect((await h.call('POST', `${path}/purge`, user, body)).status).toBe(422);
  });

  it("of another owner's domain can be neither made nor seen", async () => {
    const { path } = await withDomain();
    const stranger = newUser();
    h.billing.setPlan(stranger.userId, 'enterprise');
    for (const answer of [
      await h.call('POST', `${path}/purge`, stranger, { kind: 'all' }),
      await h.call('GET', `${path}/purges`, stranger),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'domain_not_found' } });
    }
    expect((await h.call('POST', `${path}/purge`, null, { kind: 'all' })).status).toBe(401);
  });
});
