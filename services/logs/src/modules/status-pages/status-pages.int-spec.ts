import { randomUUID } from 'node:crypto';
import { jest } from '@jest/globals';
import { DAY_MS, MINUTE_MS } from '@palisade/basics';
import { DomainError } from '@palisade/nest-kit';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';
import { startHarness } from '../../test/harness.ts';
import { AlertDetectionService } from '../attack-detection/alert-detection.service.ts';
import { ErasureJob } from '../erasure/erasure.job.ts';
import { SiteErasureService } from '../erasure/site-erasure.service.ts';
import { SiteErasuresRepository } from '../erasure/site-erasures.repository.ts';
import { LogStore } from '../log-store/log-store.port.ts';
import { OriginHealthRepository } from '../origin-health/origin-health.repository.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { RetentionJob } from '../retention/retention.job.ts';
import { PublicStatusService } from './public-status.service.ts';
import { dayOf } from './standing.rules.ts';
import { MAX_CHARACTERS, MAX_INCIDENTS, MAX_UPDATES } from './status-incidents.service.ts';
import type { OwnerPage, PublicStatus } from './status-page.schema.ts';
import { UptimeDaysJob } from './uptime-days.job.ts';

const alice = { id: randomUUID(), shop: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };
const PAGE = { is_on: true, name: 'The shop', note: '', shows_uptime: true, shows_outages: true };
const INCIDENT = {
  kind: 'incident',
  title: 'Slow',
  impact: 'degraded',
  state: 'investigating',
  text: 'We look',
};

describe('status pages', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [{ id: alice.shop, name: 'shop.example' }]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
  });
  afterAll(() => harness?.dispose());

  const call = async (user: string, method: string, path: string, body?: object) => {
    const response = await harness.fetchAs(user, `/status-pages/${path}`, { method, ...(body && { body }) });
    return { status: response.status, body: (await response.json()) as OwnerPage & { code: string } };
  };
  const save = async (user: string, domain: string, input: object = {}) => {
    const { status, body } = await call(user, 'PUT', domain, { ...PAGE, ...input });
    expect(status).toBe(200);
    return body;
  };
  const open = (input: object = {}) =>
    call(alice.id, 'POST', 'shop.example/incidents', { ...INCIDENT, ...input });
  /** Maintenance, so many milliseconds from now. */
  const plan = (begins: number, ends: number) => {
    const now = Date.now();
    const [begins_at, ends_at] = [begins, ends].map((ms) => new Date(now + ms).toISOString());
    return call(alice.id, 'POST', 'shop.example/incidents', {
      ...{ kind: 'maintenance', title: 'New disks', text: 'The shop is closed', begins_at, ends_at },
    });
  };
  const look = async (slug: string | null) => {
    const response = await harness.postAnonymously(`/status/${slug}`, {}, 'GET');
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as PublicStatus,
    };
  };
  const siteNo = async (siteId: string) =>
    (await harness.database.query('SELECT site_no FROM sites WHERE site_id = $1', [siteId])).rows[0]
      .site_no as number;

  it('are off until an owner switches one on, at an address that nobody guesses, and go with the switch', async () => {
    const { body: before } = await call(alice.id, 'GET', 'shop.example');
    expect(before).toMatchObject({ is_on: false, slug: null, name: 'shop.example' });
    expect((await open()).body.code).toBe('status_page_not_found');
    const { slug } = await save(alice.id, 'shop.example', { is_on: false });
    expect(slug).toMatch(/^[a-z2-7]{26}$/);
    expect((await look(slug)).status).toBe(404);
    expect((await save(alice.id, 'shop.example')).slug).toBe(slug);
    const shown = await look(slug);
    expect(shown.status).toBe(200);
    expect(shown.headers.get('cache-control')).toMatch(/^public, max-age=1[0-5]$/);
    expect(shown.headers.get('content-type')).toBe('application/json; charset=utf-8');
    for (const refused of [await look('nobodys'), await look('nobodys/feed')])
      expect([refused.status, refused.headers.get('cache-control') ?? '']).toEqual([
        404,
        expect.not.stringContaining('public'),
      ]);
    expect(shown.headers.get('x-robots-tag')).toBe('noindex');
    const text = JSON.stringify(shown.body);
    for (const secret of [alice.id, alice.shop, 'shop.example']) expect(text).not.toContain(secret);
    const { slug: another } = await save(alice.id, 'shop.example', { slug: null });
    expect(another).not.toBe(slug);
    expect([(await look(slug)).status, (await look(another)).status]).toEqual([404, 200]);
    await save(alice.id, 'shop.example', { is_on: false });
    expect((await look(another)).status).toBe(404);
  });

  it('have an address of their owner’s choice, unless another page has it or it is none', async () => {
    expect((await save(alice.id, 'shop.example', { slug: 'shop' })).slug).toBe('shop');
    expect(await call(bob.id, 'PUT', 'bob.example', { ...PAGE, slug: 'shop' })).toMatchObject({
      status: 409,
      body: { code: 'status_address_taken' },
    });
    for (const slug of ['Shop', 'a', '-shop', '../shop', 'a'.repeat(41), 'support', 'palisade-shop'])
      expect((await call(alice.id, 'PUT', 'shop.example', { ...PAGE, slug })).status).toBe(422);
    for (const nobodys of ['nobodys', '..%2Fshop', 'SHOP', 'a'.repeat(60)])
      expect((await look(nobodys)).status).toBe(404);
  });

  it('leave an address to nobody else for a while, and lose none where two save at once', async () => {
    await save(bob.id, 'bob.example', { slug: 'bobs-shop' });
    await save(bob.id, 'bob.example', { slug: 'bobs-house' });
    const taken = { status: 409, body: { code: 'status_address_taken' } };
    const takes = (slug: string) => call(alice.id, 'PUT', 'shop.example', { ...PAGE, slug });
    expect(await takes('bobs-shop')).toMatchObject(taken);
    // Its former owner may take it again.
    await save(bob.id, 'bob.example', { slug: 'bobs-shop' });
    expect(await takes('bobs-house')).toMatchObject(taken);
    await harness.database.query(`UPDATE former_status_slugs SET left_at = now() - interval '91 days'`);
    expect((await takes('bobs-house')).status).toBe(200);
    await harness.app.get(RetentionJob).apply(Date.now());
    // Of two concurrent saves, one with an address and one without, the address is kept, whichever is last.
    for (let round = 0; round < 10; round++) {
      const slug = `bobs-${round}`;
      await Promise.all([
        save(bob.id, 'bob.example', { slug }),
        save(bob.id, 'bob.example', { note: 'Beside it' }),
      ]);
      expect((await call(bob.id, 'GET', 'bob.example')).body.slug).toBe(slug);
    }
    // Two sites compete for an address that a third releases at that moment: neither gets it.
    const [first, second] = await Promise.all([
      save(bob.id, 'bob.example', { slug: 'bobs-last' }),
      takes('bobs-9'),
    ]);
    expect([first.slug, second.status]).toEqual(['bobs-last', 409]);
    for (let more = 0; more < 25; more++) await save(bob.id, 'bob.example', { slug: `bobs-more-${more}` });
    const { rows } = await harness.database.query(
      'SELECT count(*)::int AS kept FROM former_status_slugs WHERE site_no = $1',
      [await siteNo(bob.site)],
    );
    expect(rows).toEqual([{ kept: 20 }]);
    expect((await takes('bobs-more-0')).status).toBe(200);
    await save(alice.id, 'shop.example', { slug: 'shop' });
  });

  it('leave an address free that was never public, and give a public one back to its owner’s next site', async () => {
    const erin = { id: randomUUID(), site: randomUUID() };
    const owns = (site: string) => harness.domainsOf.set(erin.id, [{ id: site, name: 'erin.example' }]);
    owns(erin.site);
    await save(erin.id, 'erin.example', { slug: 'erins-draft', is_on: false });
    await save(erin.id, 'erin.example', { slug: 'erins-page' });
    await save(bob.id, 'bob.example', { slug: 'erins-draft' });
    await harness.app.get(SiteErasureService).erase(erin.site);
    const again = randomUUID();
    owns(again);
    expect((await call(bob.id, 'PUT', 'bob.example', { ...PAGE, slug: 'erins-page' })).body.code).toBe(
      'status_address_taken',
    );
    expect((await save(erin.id, 'erin.example', { slug: 'erins-page' })).slug).toBe('erins-page');
  });

  it('are shown for as long as their site is its owner’s and the account is active', async () => {
    const dora = { id: randomUUID(), site: randomUUID() };
    const owns = (facts: object = {}) =>
      harness.domainsOf.set(dora.id, [{ id: dora.site, name: 'dora.example', ...facts }]);
    owns();
    const { slug } = await save(dora.id, 'dora.example');
    const shown = async () => {
      harness.app.get(PublicStatusService).forget([slug ?? '']);
      return (await look(slug)).status;
    };
    expect(await shown()).toBe(200);
    for (const facts of [{ dnsVerified: false }, { ownerDisabled: true }]) {
      owns(facts);
      expect(await shown()).toBe(404);
    }
    harness.domainsOf.set(dora.id, []);
    expect(await shown()).toBe(404);
    owns();
    expect(await shown()).toBe(200);
    const away = () => new DomainError('unavailable', 'service_unavailable', 'The service is away.');
    const client = harness.app.get<DomainsClient>(DOMAINS_CLIENT);
    const whileAway = async (status: number) => {
      const asked = jest.spyOn(client, 'getDomains').mockRejectedValueOnce(away());
      expect(await shown()).toBe(status);
      expect(asked).toHaveBeenCalledTimes(1);
      asked.mockRestore();
    };
    await whileAway(200);
    // The last answer is also used for an account that was closed for abuse.
    owns({ ownerDisabled: true });
    expect(await shown()).toBe(404);
    await whileAway(404);
    // There is no cached answer for a page that nobody has requested yet.
    owns();
    const { slug: another } = await save(dora.id, 'dora.example', { slug: null });
    const fresh = new DomainDirectoryService({ getDomains: () => Promise.reject(away()) } as never);
    await expect(fresh.speaksInPublic(dora.site)).rejects.toMatchObject({ code: 'service_unavailable' });
    expect((await look(another)).status).toBe(200);
  });

  it('are on for verified domains alone', async () => {
    const carol = randomUUID();
    harness.domainsOf.set(carol, [{ id: randomUUID(), name: 'typed.example', dnsVerified: false }]);
    expect(await call(carol, 'PUT', 'typed.example', PAGE)).toMatchObject({
      status: 409,
      body: { code: 'domain_not_verified' },
    });
    const draft = { ...PAGE, is_on: false };
    expect((await call(carol, 'PUT', 'typed.example', { ...draft, slug: 'typed-in' })).body.code).toBe(
      'domain_not_verified',
    );
    const { slug } = await save(carol, 'typed.example', draft);
    expect((await call(carol, 'PUT', 'typed.example', { ...draft, slug })).status).toBe(200);
  });

  it('are nobody else’s to read or change', async () => {
    expect((await call(bob.id, 'GET', 'shop.example')).status).toBe(404);
    expect((await call(bob.id, 'PUT', alice.shop, PAGE)).status).toBe(404);
    const { body } = await open();
    await save(bob.id, 'bob.example');
    const [incident] = body.preview.incidents;
    const path = `bob.example/incidents/${incident?.id}`;
    expect((await call(bob.id, 'DELETE', path)).status).toBe(404);
    expect((await call(bob.id, 'POST', `${path}/updates`, { state: 'resolved', text: 'x' })).status).toBe(
      404,
    );
    await call(alice.id, 'DELETE', `shop.example/incidents/${incident?.id}`);
  });

  it('tell an incident from its first word to the last, as a feed as well', async () => {
    const title = '<script>alert(1)</script> & "co"';
    const { body } = await open({ title, impact: 'down' });
    const [opened] = body.preview.incidents;
    expect((await look('shop')).body).toMatchObject({ state: 'down', incidents: [{ title, ends_at: null }] });
    const updates = `shop.example/incidents/${opened?.id}/updates`;
    expect((await call(alice.id, 'POST', updates, { state: 'planned', text: 'x' })).body.code).toBe(
      'incident_state_unknown',
    );
    await call(alice.id, 'POST', updates, { state: 'identified', text: 'A cable' });
    await call(alice.id, 'POST', updates, { state: 'resolved', text: 'Line one\r\nline two' });
    const { body: after } = await look('shop');
    expect(after.state).toBe('up');
    expect(after.incidents).toMatchObject([
      {
        state: 'resolved',
        updates: [{ text: 'Line one\nline two' }, { text: 'A cable' }, { text: 'We look' }],
      },
    ]);
    expect(Date.parse(after.incidents[0]!.ends_at!)).toBeLessThanOrEqual(Date.now());
    const feed = await harness.postAnonymously('/status/shop/feed', {}, 'GET');
    expect(feed.headers.get('content-type')).toBe('application/atom+xml; charset=utf-8');
    const xml = await feed.text();
    expect(xml).toContain('<title>&#60;script&#62;alert(1)&#60;/script&#62; &#38; &#34;co&#34;</title>');
    expect(xml).not.toContain('<script');
    await call(alice.id, 'POST', updates, { state: 'monitoring', text: 'It is back' });
    expect((await look('shop')).body).toMatchObject({ state: 'down', incidents: [{ ends_at: null }] });
    expect((await call(alice.id, 'DELETE', `shop.example/incidents/${opened?.id}`)).body).toMatchObject({
      preview: { state: 'up', incidents: [] },
    });
  });

  it('tell maintenance before, while it is, and after', async () => {
    expect((await plan(60_000, 60_000)).body.code).toBe('incident_ends_before');
    expect((await plan(0, 400 * DAY_MS)).status).toBe(422);
    const { body: planned } = await plan(60_000, 120_000);
    expect(planned.preview).toMatchObject({ state: 'up', incidents: [{ state: 'planned' }] });
    const { body: running } = await plan(-60_000, 60_000);
    expect(running.preview.state).toBe('maintenance');
    for (const { id } of running.preview.incidents)
      await call(alice.id, 'POST', `shop.example/incidents/${id}/updates`, {
        state: 'resolved',
        text: 'Done',
      });
    const { body: done } = await look('shop');
    expect(done.state).toBe('up');
    for (const { id } of done.incidents)
      expect(
        await call(alice.id, 'POST', `shop.example/incidents/${id}/updates`, {
          ...{ state: 'planned', text: 'Again' },
        }),
      ).toMatchObject({ status: 422, body: { code: 'maintenance_has_begun' } });
    for (const { id, state, begins_at, ends_at } of done.incidents) {
      expect(state).toBe('resolved');
      expect(Date.parse(ends_at!)).toBeGreaterThanOrEqual(Date.parse(begins_at));
      await call(alice.id, 'DELETE', `shop.example/incidents/${id}`);
    }
  });

  it('tell of maintenance that begins early, and of what takes longer than planned', async () => {
    const { body: planned } = await plan(60_000, 120_000);
    const [{ id, ends_at } = { id: '', ends_at: '' }] = planned.preview.incidents;
    const moved = await call(alice.id, 'POST', `shop.example/incidents/${id}/updates`, {
      ...{ state: 'planned', text: 'As planned' },
    });
    expect(moved.body.preview.incidents).toMatchObject([{ state: 'planned' }]);
    const underWay = async () =>
      (
        await call(alice.id, 'POST', `shop.example/incidents/${id}/updates`, {
          ...{ state: 'under_way', text: 'At it' },
        })
      ).body.preview;
    const early = await underWay();
    expect(early).toMatchObject({ state: 'maintenance', incidents: [{ state: 'under_way', ends_at }] });
    expect(Date.parse(early.incidents[0]!.begins_at)).toBeLessThanOrEqual(Date.now());
    await harness.database.query(
      `UPDATE status_incidents SET begins_at = now() - interval '1 hour', ends_at = now() - interval '1 minute'`,
    );
    expect((await call(alice.id, 'GET', 'shop.example')).body.preview.state).toBe('up');
    expect(await underWay()).toMatchObject({
      state: 'maintenance',
      incidents: [{ state: 'under_way', ends_at: null }],
    });
    expect((await look('shop')).body.state).toBe('maintenance');
    await call(alice.id, 'DELETE', `shop.example/incidents/${id}`);
  });

  it('refuse what is too much, however many ask at once', async () => {
    for (const bad of [{ title: 'a\nb' }, { title: ' ' }, { title: 'x'.repeat(121) }, { text: '\u0007' }])
      expect((await open(bad)).status).toBe(422);
    const answers: number[] = [];
    for (let round = 0; round < 11; round++)
      answers.push(...(await Promise.all(Array.from({ length: 10 }, async () => (await open()).status))));
    expect(answers.filter((status) => status === 200)).toHaveLength(MAX_INCIDENTS);
    expect(answers.filter((status) => status === 409)).toHaveLength(10);
    const { body } = await call(alice.id, 'GET', 'shop.example');
    const [first] = body.preview.incidents;
    const path = `shop.example/incidents/${first?.id}/updates`;
    const said = await Promise.all(
      Array.from({ length: MAX_UPDATES + 5 }, () =>
        call(alice.id, 'POST', path, { state: 'monitoring', text: 'x' }),
      ),
    );
    expect(said.filter(({ status }) => status === 200)).toHaveLength(MAX_UPDATES - 1);
    await harness.database.query('DELETE FROM status_incidents');
    const long = '&'.repeat(2_000);
    const opened = await Promise.all(Array.from({ length: 60 }, () => open({ text: long })));
    const fit = Math.floor(MAX_CHARACTERS / 2_100);
    expect(opened.filter(({ status }) => status === 200)).toHaveLength(fit);
    expect(opened.filter(({ body }) => body.code === 'too_much_said')).toHaveLength(60 - fit);
    const feed = await (await harness.postAnonymously('/status/shop/feed', {}, 'GET')).text();
    expect(feed.length).toBeLessThan(6 * MAX_CHARACTERS);
    await harness.database.query('DELETE FROM status_incidents');
  });

  it('show by day how long the site answered, and outages that were found', async () => {
    const nowMs = Date.now();
    const today = nowMs - (nowMs % DAY_MS);
    const site = await siteNo(alice.shop);
    const spans = harness.app.get(OriginHealthRepository);
    // Yesterday, from noon on: down for the last quarter of an hour of it.
    for (let minute = 12 * 60; minute <= 24 * 60; minute += 5)
      await spans.record([
        {
          siteNo: site,
          healthy: minute < 23 * 60 || minute >= 23 * 60 + 15,
          atMs: today - DAY_MS + minute * MINUTE_MS,
        },
      ]);
    await harness.database.query(
      `INSERT INTO alerts (alert_id, kind, site_no, since, requests, found_at) VALUES ($1, 'origin', $2, $3, 10, $3)`,
      [randomUUID(), site, new Date(nowMs - 60_000)],
    );
    await harness.database.query(
      `INSERT INTO uptime_days VALUES (current_date - 10, $1, 1000, 500), (current_date - 95, $1, 1000, 1000)`,
      [site],
    );
    const live = (await save(alice.id, 'shop.example')).preview;
    // Summed after it is complete, and only once.
    const job = harness.app.get(UptimeDaysJob);
    await job.sum(today + 7 * 3_600_000);
    await job.sum(today + 7 * 3_600_000);
    const { body } = await look('shop');
    for (const { uptime } of [live, body]) {
      expect(uptime?.days).toHaveLength(90);
      expect(uptime?.days.at(-2)).toEqual({
        day: dayOf(today - DAY_MS),
        percent: 97.916,
        down_minutes: 15,
      });
      expect(uptime?.days.filter(({ percent }) => percent === 50)).toHaveLength(1);
      expect(uptime?.days.filter(({ percent }) => percent === 0)).toHaveLength(0);
    }
    expect(body).toMatchObject({
      state: 'down',
      incidents: [{ kind: 'outage', title: 'The site did not answer', ends_at: null }],
    });
    const { preview } = await save(alice.id, 'shop.example', { shows_uptime: false, shows_outages: false });
    expect(preview).toMatchObject({ uptime: null, incidents: [], state: 'up' });
  });

  it('show an outage as over once health checks found a server well, without a visitor', async () => {
    await harness.database.query('DELETE FROM alerts');
    await harness.database.query('DELETE FROM origin_health_spans');
    const [site, nowMs] = [await siteNo(alice.shop), Date.now()];
    const minute = (ago: number) => new Date(nowMs - (nowMs % MINUTE_MS) - ago * MINUTE_MS);
    await harness.database.query(
      `INSERT INTO traffic_minutes SELECT $1, m, 10, 0, 0, 0, 0, 10, 10 FROM unnest($2::timestamptz[]) AS m`,
      [site, [minute(90), minute(80)]],
    );
    await harness.database.query(
      `INSERT INTO alerts (alert_id, kind, site_no, since, requests, found_at) VALUES ($1, 'origin', $2, $3, 20, $4)`,
      [randomUUID(), site, minute(90), minute(88)],
    );
    const checked = (healthy: boolean, from: number, to: number) =>
      harness.database.query('INSERT INTO origin_health_spans VALUES ($1, $2, $3, $4)', [
        ...[site, minute(from), minute(to), healthy],
      ]);
    const shown = async () => {
      await harness.app.get(AlertDetectionService).detect(new Date(nowMs));
      return (await save(alice.id, 'shop.example')).preview;
    };
    // Health checks succeeded while visitors' requests failed, which count more.
    await checked(true, 95, 75);
    expect((await shown()).state).toBe('down');
    await checked(false, 70, 50);
    await checked(true, 40, 0);
    const ended = { state: 'up', incidents: [{ kind: 'outage', ends_at: minute(40).toISOString() }] };
    expect(await shown()).toMatchObject(ended);
    // Without any failed check, an hour without a failure ends it.
    await harness.database.query('UPDATE alerts SET until = NULL');
    await harness.database.query('DELETE FROM origin_health_spans');
    await checked(true, 95, 0);
    ended.incidents[0]!.ends_at = minute(79).toISOString();
    expect(await shown()).toMatchObject(ended);
    // Without checks and visitors it ends as of the last known failure, and no end is announced.
    await harness.database.query('DELETE FROM origin_health_spans');
    await harness.database.query(`UPDATE alerts SET until = NULL, end_told = false`);
    expect((await shown()).state).toBe('down');
    await harness.app.get(AlertDetectionService).detect(new Date(nowMs + DAY_MS));
    ended.incidents[0]!.ends_at = minute(79).toISOString();
    expect((await save(alice.id, 'shop.example')).preview).toMatchObject(ended);
    const { rows: alerts } = await harness.database.query('SELECT end_told FROM alerts');
    expect(alerts).toEqual([{ end_told: true }]);
    // An ongoing one is shown until it ends.
    await harness.database.query(
      `UPDATE alerts SET until = NULL, since = now() - interval '100 days', found_at = now() - interval '100 days'`,
    );
    expect((await save(alice.id, 'shop.example')).preview.state).toBe('down');
    await harness.database.query('DELETE FROM alerts');
    await harness.database.query('DELETE FROM traffic_minutes WHERE site_no = $1', [site]);
  });

  it('leave a day unknown of which the first minutes are gone', async () => {
    const today = Date.now() - (Date.now() % DAY_MS);
    const summed = async (nowMs: number) => {
      await harness.database.query('DELETE FROM summed_uptime_days');
      await harness.app.get(UptimeDaysJob).sum(nowMs);
      const { rows } = await harness.database.query('SELECT day::text FROM summed_uptime_days ORDER BY day');
      return rows.map(({ day }) => day);
    };
    const days = [dayOf(today - 2 * DAY_MS), dayOf(today - DAY_MS)];
    expect(await summed(today + 22 * 3_600_000)).toEqual(days);
    expect(await summed(today + DAY_MS)).toEqual(days.slice(1));
  });

  it('forget what is older than they show, and go with their site', async () => {
    await save(alice.id, 'shop.example');
    await open({ state: 'resolved', begins_at: new Date(Date.now() - 200 * DAY_MS).toISOString() });
    await harness.database.query(`UPDATE status_incidents SET ends_at = now() - interval '92 days'`);
    await harness.app.get(RetentionJob).apply(Date.now());
    const left = async () =>
      (
        await harness.database.query(
          `SELECT (SELECT count(*)::int FROM status_incidents) AS incidents,
             (SELECT count(*)::int FROM status_updates) AS updates, (SELECT count(*)::int FROM uptime_days WHERE site_no = $1) AS days,
             (SELECT count(*)::int FROM status_pages WHERE site_no = $1) AS pages`,
          [await siteNo(alice.shop)],
        )
      ).rows[0];
    expect(await left()).toEqual({ incidents: 0, updates: 0, days: 2, pages: 1 });
    await open();
    // The public part is deleted first, although logs cannot be deleted now.
    const failing = jest
      .spyOn(harness.app.get(LogStore), 'deleteSite')
      .mockRejectedValueOnce(new Error('away'));
    await expect(harness.app.get(SiteErasureService).erase(alice.shop)).rejects.toThrow('away');
    failing.mockRestore();
    expect(await left()).toEqual({ incidents: 0, updates: 0, days: 2, pages: 0 });
    await harness.app.get(SiteErasuresRepository).add(alice.shop, Date.now());
    await harness.app.get(ErasureJob).eraseDue();
    expect(await left()).toEqual({ incidents: 0, updates: 0, days: 0, pages: 0 });
  });
});
