import { Client } from 'pg';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { DnsPollJob } from './dns-poll.job.ts';

describe('the DNS poll', () => {
  let h: Harness;
  let database: Client;
  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
  });
  afterAll(async () => {
    await database?.end();
    await h?.stop();
  });

  const statesOf = async (id: unknown) => {
    const { rows } = await database.query(
      'SELECT purpose, host, state FROM dns_records WHERE domain_id = $1',
      [id],
    );
    return Object.fromEntries(
      rows.map((row) => [row.purpose === 'ownership' ? 'ownership' : row.host, row.state]),
    );
  };
  const makeDue = (id: unknown) =>
    database.query('UPDATE domains SET next_dns_check_at = now() WHERE id = $1', [id]);
  const poll = () => h.app.get(DnsPollJob).checkDue();

  it('looks at domains when their time has come, and follows changes', async () => {
    const user = newUser();
    const { body } = await h.call('POST', '/domains', user, {
      domain_name: 'polled.example',
      origin_host: '192.0.2.1',
    });
    await makeDue(body.id);
    await poll();
    expect(await statesOf(body.id)).toEqual({
      ownership: 'missing',
      'polled.example': 'missing',
      'www.polled.example': 'missing',
    });
    h.dns.records = [
      { name: String(body.verification_subdomain), type: 'CNAME', value: CNAME_TARGET },
      { name: 'www.polled.example', type: 'CNAME', value: CNAME_TARGET },
      { name: 'polled.example', type: 'A', value: '203.0.113.1' },
    ];
    expect(await poll()).toBe(0);
    await makeDue(body.id);
    await poll();
    expect(await statesOf(body.id)).toEqual({
      ownership: 'ok',
      'polled.example': 'wrong',
      'www.polled.example': 'ok',
    });
    // Looking is not claiming: the owner's own call verifies.
    expect((await h.call('GET', `/domains/${body.id}`, user)).body).toMatchObject({ dns_verified: false });
  });

  it('divides the work between instances', async () => {
    const user = newUser();
    h.billing.setPlan(user.userId, 'enterprise');
    for (let i = 0; i < 12; i++) {
      await h.call('POST', '/domains', user, {
        domain_name: `shared-${i}.example`,
        origin_host: '192.0.2.1',
      });
    }
    await database.query('UPDATE domains SET next_dns_check_at = now()');
    const counts = await Promise.all([poll(), poll(), poll()]);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(13);
  });
});
