import { jest } from '@jest/globals';
import { DAY_MS } from '@palisade/basics';
import { Client } from 'pg';
import { type Claim, newClaim, newSite, takeAway } from '../../test/claims.ts';
import { CNAME_TARGET, type Harness, newUser, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { ContestSettlementJob } from './contest-settlement.job.ts';

describe('a domain that somebody else has', () => {
  let h: Harness;
  let database: Client;
  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    h.dns.records = [{ name: CNAME_TARGET, type: 'A', value: '198.51.100.1' }];
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await database?.end();
    await h?.stop();
  });

  /** Settles what is due after so many days, for one contest at least. */
  const after = async (days: number) => {
    jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + days * DAY_MS);
    await database.query('UPDATE ownership_requests SET next_look_at = now()');
    await h.app.get(ContestSettlementJob).settleDue();
    jest.restoreAllMocks();
  };
  const put = (...records: Claim['txt'][]) => {
    h.dns.records = [...h.dns.records, ...records];
  };
  const siteOf = async ({ id }: Claim) => {
    const { rows } = await database.query('SELECT removed FROM publications WHERE site_id = $1', [id]);
    return rows[0]?.removed === false;
  };
  /** The domain was sold: its new owner's record is there, the former owner's is not. */
  const sold = async (name: string) => {
    const holder = await newSite(h, name);
    const claimant = await newClaim(h, name, { contest: true });
    takeAway(h, holder.cname);
    put(claimant.txt);
    return { holder, claimant };
  };

  it('tells who is refused what they can do', async () => {
    await newSite(h, 'taken.example');
    const answer = await h.call('POST', '/domains', newUser(), {
      domain_name: 'taken.example',
      origin_host: '192.0.2.1',
    });
    expect(answer).toMatchObject({
      status: 409,
      body: {
        code: 'domain_taken',
        detail: expect.stringContaining('claim it: you prove it by a TXT record'),
      },
    });
  });

  it('goes to its next owner after a week, with nothing of the former one', async () => {
    const { holder, claimant } = await sold('sold.example');
    await database.query(
      `INSERT INTO certificates (domain_id, source, status, next_attempt_at) VALUES ($1, 'automatic', 'pending', NULL)`,
      [holder.id],
    );
    expect((await claimant.verify()).body).toMatchObject({ verified: false, code: 'contest_opened' });
    expect((await claimant.verify()).body).toMatchObject({ verified: false, code: 'contest_running' });
    expect(await holder.read()).toMatchObject({
      dns_verified: true,
      is_active: true,
      ownership_requests: [{ kind: 'contest', role: 'holder', name: 'sold.example' }],
    });
    await after(6.9);
    expect(await holder.read()).toMatchObject({ is_active: true });
    await after(7.1);
    expect(await holder.read()).toMatchObject({
      dns_verified: false,
      is_active: false,
      ownership_requests: [],
    });
    expect(await claimant.read()).toMatchObject({
      dns_verified: true,
      is_active: true,
      origin_host: '192.0.2.1',
    });
    expect([await siteOf(holder), await siteOf(claimant)]).toEqual([false, true]);
    const { rows } = await database.query('SELECT 1 FROM certificates WHERE domain_id = ANY ($1)', [
      [holder.id, claimant.id],
    ]);
    expect(rows).toEqual([]);
    expect(await h.edgeRedis.lrange(`{edge}:cache-purges:${holder.id}`, 0, -1)).toHaveLength(1);
    expect(await holder.history()).toEqual(['verified', 'contested', 'contest_lost']);
    expect(await claimant.history()).toEqual(['contest_opened', 'contest_won', 'verified']);
    // The former owner's old records prove nothing any more.
    put({ ...holder.txt });
    h.dns.records = [...h.dns.records, holder.cname];
    expect((await holder.verify()).body).toMatchObject({ verified: false, code: 'record_missing' });
  });

  it('stays with a holder who proves it, and cannot be claimed again at once', async () => {
    const { holder, claimant } = await sold('kept.example');
    await claimant.verify();
    put(holder.txt);
    await after(0.1);
    expect(await holder.read()).toMatchObject({ is_active: true, ownership_requests: [] });
    expect(await holder.history()).toEqual(['verified', 'contested', 'contest_kept']);
    expect(await claimant.history()).toEqual(['contest_opened', 'contest_denied']);
    expect((await claimant.verify()).body).toMatchObject({ code: 'holder_proves' });
    h.dns.records = h.dns.records.filter(({ value }) => value !== holder.txt.value);
    expect((await claimant.verify()).body).toMatchObject({ code: 'contest_too_early' });
  });

  it('cannot be contested by CNAME, nor while the holder’s record is there, nor by two at once', async () => {
    const holder = await newSite(h, 'firm.example');
    const [first, second] = [
      await newClaim(h, 'firm.example', { contest: true }),
      await newClaim(h, 'firm.example', { contest: true }),
    ];
    h.dns.records = [...h.dns.records, first.cname];
    expect((await first.verify()).body).toMatchObject({ verified: false, code: 'record_missing' });
    put(first.txt, second.txt);
    expect((await first.verify()).body).toMatchObject({ code: 'holder_proves' });
    expect(await holder.history()).toEqual(['verified']);
    takeAway(h, holder.cname);
    const answers = await Promise.all([first.verify(), second.verify()]);
    expect(answers.map(({ body }) => body.code).sort()).toEqual(['contest_opened', 'contest_running']);
  });

  it('is the first’s of many who prove it at once, and nobody’s contest before its owner was looked at', async () => {
    const claims = await Promise.all(Array.from({ length: 6 }, () => newClaim(h, 'race.example')));
    put(...claims.map(({ txt }) => txt));
    const answers = await Promise.all(claims.map(({ verify }) => verify()));
    expect(answers.filter(({ body }) => body.verified === true)).toHaveLength(1);
    const others = answers.filter(({ body }) => body.verified !== true).map(({ body }) => body.code);
    expect(others.every((code) => code === 'domain_taken' || code === 'holder_proves')).toBe(true);
    const { rows } = await database.query('SELECT 1 FROM ownership_requests WHERE claimant_id = ANY ($1)', [
      claims.map(({ id }) => id),
    ]);
    expect(rows).toEqual([]);
  });

  it('stays where it is when the claimant’s record goes, and while DNS is silent', async () => {
    const { holder, claimant } = await sold('gone.example');
    await claimant.verify();
    await h.restart({ PALISADE_DNS_SERVERS: '127.0.0.1:9' });
    await after(8);
    expect(await holder.read()).toMatchObject({ is_active: true, ownership_requests: [{ kind: 'contest' }] });
    await h.restart();
    takeAway(h, claimant.txt);
    await after(8);
    expect(await holder.read()).toMatchObject({ is_active: true, ownership_requests: [] });
    expect(await claimant.history()).toEqual(['contest_opened', 'contest_denied']);
  });

  it('is freed although the claimant’s plan has no room, and so for paused sites and disabled accounts', async () => {
    const { holder, claimant } = await sold('room.example');
    await h.call('PATCH', `/domains/${holder.id}`, holder.user, { is_active: false });
    await claimant.verify();
    h.billing.setPlan(claimant.user.userId, 'starter');
    await h.changePlan(claimant.user.userId, 'starter');
    await newSite(h, 'other.example', claimant.user);
    await h.changePlan(claimant.user.userId, 'free');
    await after(8);
    expect(await holder.read()).toMatchObject({ dns_verified: false, paused: true });
    expect(await claimant.read()).toMatchObject({ dns_verified: false });
    expect(await claimant.verify()).toMatchObject({ status: 402 });
    await h.changePlan(claimant.user.userId, 'starter');
    expect((await claimant.verify()).body).toMatchObject({ verified: true });
  });
});
