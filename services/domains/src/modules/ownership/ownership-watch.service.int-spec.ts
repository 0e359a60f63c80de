import { jest } from '@jest/globals';
import { DAY_MS } from '@palisade/basics';
import type { EventType } from '@palisade/contracts';
import { createRedisStreamsBus, type EventBus, readEventKeys } from '@palisade/messaging';
import { eventually, silentLogger } from '@palisade/testing';
import { Client } from 'pg';
import { newClaim, newSite, takeAway } from '../../test/claims.ts';
import { CNAME_TARGET, type Harness, startHarness } from '../../test/harness.ts';
import { ClockService } from '../clock/clock.service.ts';
import { DnsPollJob } from '../dns-records/dns-poll.job.ts';
import { Notice } from './ownership.events.ts';

const TYPE: EventType = 'domains.ownership_noticed.v1';

describe('the second look at served domains', () => {
  let h: Harness;
  let database: Client;
  let bus: EventBus;
  const notices: [string, number][] = [];
  beforeAll(async () => {
    h = await startHarness();
    database = new Client({ connectionString: h.postgres.adminUrl, options: '-c search_path=domains' });
    await database.connect();
    h.dns.records = [{ name: CNAME_TARGET, type: 'A', value: '198.51.100.1' }];
    const keys = readEventKeys(h.keys.eventSettings('mailer'));
    bus = createRedisStreamsBus({ url: `${h.redis.url}/0`, source: 'mailer', keys, logger: silentLogger });
    await bus.subscribe({
      group: 'mailer',
      registrations: {
        [TYPE]: {
          mode: 'single',
          handle: async ({ payload }: { payload: { domainName: string; notice: number } }) =>
            void notices.push([payload.domainName, payload.notice]),
        },
      },
    });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(async () => {
    await bus?.close();
    await database?.end();
    await h?.stop();
  });

  /** A look on each of these days. */
  const look = async (id: string, from: number, to: number) => {
    for (let day = from; day <= to; day++) {
      jest.spyOn(h.app.get(ClockService), 'now').mockImplementation(() => Date.now() + day * DAY_MS);
      await database.query('UPDATE domains SET next_dns_check_at = now() WHERE id = $1', [id]);
      await h.app.get(DnsPollJob).checkDue();
    }
    jest.restoreAllMocks();
  };
  const noticesOf = (name: string) => notices.filter(([about]) => about === name).map(([, notice]) => notice);

  it('warns, shows it, releases, and the next owner verifies as if nobody had had it', async () => {
    const site = await newSite(h, 'sold.example');
    takeAway(h, site.cname);
    await look(site.id, 0, 2);
    expect(await site.read()).toMatchObject({ is_active: true, release_at: expect.any(String) });
    await look(site.id, 3, 15);
    expect(await site.read()).toMatchObject({ is_active: true });
    await look(site.id, 16, 17);
    expect(await site.read()).toMatchObject({ dns_verified: false, is_active: false, release_at: null });
    expect(await site.history()).toEqual(['verified', 'failing', 'released']);
    await eventually('the last mail', async () =>
      expect(noticesOf('sold.example')).toContain(Notice.RELEASED),
    );
    expect(noticesOf('sold.example')).toEqual([Notice.FAILING, Notice.FAILING, Notice.RELEASED]);
    const next = await newSite(h, 'sold.example');
    expect(await next.read()).toMatchObject({ is_active: true });
  });

  it('keeps a site that visitors reach through us, whatever became of its proof', async () => {
    const site = await newSite(h, 'used.example');
    takeAway(h, site.cname);
    h.dns.records = [...h.dns.records, { name: 'www.used.example', type: 'CNAME', value: CNAME_TARGET }];
    await look(site.id, 0, 40);
    expect(await site.read()).toMatchObject({ is_active: true, release_at: null });
  });

  it('counts nothing while our resolvers answer nothing, or nothing of our own name either', async () => {
    const site = await newSite(h, 'outage.example');
    await h.restart({ PALISADE_DNS_SERVERS: '127.0.0.1:9', PALISADE_DNS_TIMEOUT_MS: '100' });
    await look(site.id, 0, 3);
    await h.restart();
    const before = h.dns.records;
    h.dns.records = [];
    await look(site.id, 0, 20);
    h.dns.records = before;
    const { rows } = await database.query('SELECT 1 FROM ownership_lapses WHERE domain_id = $1', [site.id]);
    expect(rows).toEqual([]);
  });

  it('looks at paused sites too, and stops when the record is back', async () => {
    const site = await newSite(h, 'paused.example');
    await h.call('PATCH', `/domains/${site.id}`, site.user, { is_active: false });
    takeAway(h, site.cname);
    await look(site.id, 0, 5);
    expect(await site.read()).toMatchObject({ release_at: expect.any(String) });
    h.dns.records = [...h.dns.records, site.txt];
    await look(site.id, 6, 6);
    expect(await site.read()).toMatchObject({ release_at: null, paused: true });
    expect(await site.history()).toEqual(['verified', 'failing', 'confirmed']);
  });

  it('releases nobody on a day on which very many fail', async () => {
    const site = await newSite(h, 'many.example');
    takeAway(h, site.cname);
    await look(site.id, 0, 1);
    await database.query(
      `INSERT INTO domains (id, owner_id, domain_name, hosts, verification_token, config_version, next_dns_check_at)
       SELECT gen_random_uuid(), gen_random_uuid(), 'm' || i || '.example', '{}', 't', 1, now() + interval '1 year'
       FROM generate_series(1, 30) AS i`,
    );
    await database.query(
      `INSERT INTO ownership_lapses (domain_id, failures, failing_since, counted_at)
       SELECT id, 1, now() + interval '2 days', now() FROM domains WHERE verification_token = 't'`,
    );
    await look(site.id, 2, 2);
    expect(await site.read()).toMatchObject({ release_at: null });
  });

  it('leaves claims that were never proved alone', async () => {
    const claim = await newClaim(h, 'unproved.example');
    await look(claim.id, 0, 20);
    expect(await claim.history()).toEqual([]);
  });
});
