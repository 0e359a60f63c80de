import { BanList, listingName } from '@palisade/edge-state';
import { type Harness, newUser, startHarness } from '../../test/harness.ts';

describe('bans', () => {
  let h: Harness;
  beforeAll(async () => {
    h = await startHarness();
  });
  afterAll(() => h?.stop());

  const withDomain = async () => {
    const { user, id, path } = await h.newDomain();
    return { user, id, path: `${path}/bans` };
  };

  it('that the edge made are listed with reason and end, and lifted for all edges', async () => {
    const { user, id, path } = await withDomain();
    const list = new BanList(h.edgeRedis);
    const untilMs = Date.now() + 3_600_000;
    await list.ban({ siteId: id, address: '192.0.2.1', untilMs }, { reason: 'rate_limit' });
    await list.ban(
      { siteId: id, address: '2001:db8:0:1::/64', untilMs: untilMs + 1 },
      { reason: 'rate_limit' },
    );
    const { status, body } = await h.call('GET', path, user);
    expect(status).toBe(200);
    expect(body).toEqual({
      total: 2,
      listings: 0,
      bans: [
        expect.objectContaining({ address: '2001:db8:0:1::/64', reason: 'rate_limit', note: '' }),
        expect.objectContaining({ address: '192.0.2.1', until: new Date(untilMs).toISOString() }),
      ],
    });
    expect((await h.call('GET', `${path}?limit=1&offset=1`, user)).body).toMatchObject({
      total: 2,
      bans: [{ address: '192.0.2.1' }],
    });
    const lift = `${path}?address=${encodeURIComponent('2001:db8:0:1::77')}`;
    expect((await h.call('DELETE', lift, user)).status).toBe(204);
    expect(await h.call('DELETE', lift, user)).toMatchObject({
      status: 404,
      body: { code: 'ban_not_found' },
    });
    expect((await list.current()).filter((ban) => ban.siteId === id)).toHaveLength(1);
  });

  it('stand apart from clients that rules have put on lists, who are taken off in the same way', async () => {
    const { user, id, path } = await withDomain();
    const list = new BanList(h.edgeRedis);
    const address = listingName('01890000-0000-7000-8000-000000000001', '192.0.2.9');
    await list.ban({ siteId: id, address, untilMs: Date.now() + 60_000 }, { reason: 'custom:a' });
    expect((await h.call('GET', path, user)).body).toEqual({ total: 0, listings: 1, bans: [] });
    expect((await h.call('GET', `${path}?kind=listings`, user)).body).toMatchObject({
      total: 1,
      bans: [{ address, reason: 'custom:a' }],
    });
    expect((await h.call('GET', `${path}?kind=others`, user)).status).toBe(422);
    const off = `${path}?address=${encodeURIComponent(address)}`;
    expect((await h.call('DELETE', off, user)).status).toBe(204);
    expect((await h.call('GET', `${path}?kind=listings`, user)).body).toMatchObject({ total: 0 });
  });

  it('can be made by the owner, for an address in its canonical form', async () => {
    const { user, id, path } = await withDomain();
    const made = await h.call('POST', path, user, {
      address: '2001:DB8::1',
      duration_seconds: 600,
      note: 'scrapes the shop',
    });
    expect(made).toMatchObject({
      status: 201,
      body: { address: '2001:db8::/64', reason: 'manual', note: 'scrapes the shop' },
    });
    const [ban] = (await new BanList(h.edgeRedis).current()).filter((each) => each.siteId === id);
    expect(ban).toMatchObject({ address: '2001:db8::/64' });
    expect(Math.abs(ban!.untilMs - Date.now() - 600_000)).toBeLessThan(60_000);
  });

  it.each([
    { address: '192.0.2.0/24' },
    { address: 'example.net' },
    { address: '192.0.2.1', duration_seconds: 59 },
    { address: '192.0.2.1', duration_seconds: 31 * 86_400 },
    { address: '192.0.2.1', note: 'x'.repeat(201) },
    {},
  ])('are refused for %j', async (body) => {
    const { user, path } = await withDomain();
    expect((await h.call('POST', path, user, body)).status).toBe(422);
  });

  it("of another owner's domain cannot be seen, made or lifted", async () => {
    const { path } = await withDomain();
    const stranger = newUser();
    const address = '?address=192.0.2.1';
    for (const answer of [
      await h.call('GET', path, stranger),
      await h.call('POST', path, stranger, { address: '192.0.2.1' }),
      await h.call('DELETE', `${path}${address}`, stranger),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { code: 'domain_not_found' } });
    }
    expect((await h.call('GET', path, null)).status).toBe(401);
  });
});
