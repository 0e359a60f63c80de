import { randomUUID } from 'node:crypto';
import type { ReceivedEvent } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record } from '../../test/records.ts';
import { VisitorReportAnnouncerJob } from './visitor-report-announcer.job.ts';

const alice = { id: randomUUID(), shop: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };

/** As edges make them (UUIDv7), with a timestamp. */
function newId(atMs = Date.now()): string {
  const hex = atMs.toString(16).padStart(12, '0');
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7${randomUUID().slice(15)}`;
}

const report = (requestId: string, fields: RecordFields, text = 'I only asked for shoes', email = '') =>
  record({
    requestId: newId(),
    reason: 'report:taken',
    visitorReport: { requestId, text, email },
    ...fields,
  });

interface Report {
  id: string;
  text: string;
  email: string | null;
  state: string;
  request_id: string;
  entry: { id: string; modsec_rule_id: number } | null;
}

describe('reports of visitors', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const news: ReceivedEvent<'logs.visitor_reported.v1'>[] = [];

  beforeAll(async () => {
    // The test runs the job itself.
    harness = await startHarness({ PALISADE_LOGS_ALERT_INTERVAL_MS: '600000' });
    harness.domainsOf.set(alice.id, [{ id: alice.shop, name: 'shop.example' }]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    await harness.bus.subscribe({
      group: 'mailer',
      registrations: {
        'logs.visitor_reported.v1': {
          mode: 'single',
          handle: async (event: ReceivedEvent) => void news.push(event as (typeof news)[number]),
        },
      },
    });
  });
  afterAll(() => harness?.dispose());

  const announce = () => harness.app.get(VisitorReportAnnouncerJob).announce();
  let segments = 0;
  async function stored(...rows: ReturnType<typeof record>[]) {
    const segmentId = `segment-${segments++}`;
    await harness.publish(logBatch(rows, { segmentId }));
    await harness.stored('node-1', segmentId, rows.length);
  }
  async function listed(user = alice.id, query = '') {
    const { status, body } = await harness.get(user, `/dashboard/reports${query}`);
    expect(status).toBe(200);
    return body as { reports: Report[]; open: number; next: string | null };
  }
  const decide = (user: string, id: string, state: string) =>
    harness.fetchAs(user, `/dashboard/reports/${id}`, { method: 'POST', body: { state } });

  it('reach the owner with the entry that they are about, and nobody else', async () => {
    const requestId = newId();
    const text = "<img src=x onerror=alert(1)>\nI wrote about O'Neill";
    await stored(
      attack(1001, { requestId, siteId: alice.shop }),
      report(requestId, { siteId: alice.shop }, text, 'visitor@example.org'),
    );
    const { reports, open } = await listed();
    expect(open).toBe(1);
    expect(reports).toMatchObject([
      { text, email: 'visitor@example.org', state: 'open', request_id: requestId, entry: { id: requestId } },
    ]);
    expect(await listed(bob.id)).toEqual({ reports: [], open: 0, next: null });
    expect((await decide(bob.id, reports[0]!.id, 'dismissed')).status).toBe(404);
    await announce();
    await eventually('the owner being told', async () =>
      expect(news.map(({ payload }) => payload)).toMatchObject([
        { reportId: reports[0]!.id, ownerId: alice.id, domainName: 'shop.example', openReports: 1 },
      ]),
    );
    expect(JSON.stringify(news[0]!.payload)).not.toContain('Neill');
  });

  it('show no entry of another tenant’s, whatever id they name', async () => {
    const requestId = newId();
    await stored(attack(1001, { requestId, siteId: alice.shop }), report(requestId, { siteId: bob.site }));
    expect((await listed(bob.id)).reports).toMatchObject([{ request_id: requestId, entry: null }]);
  });

  it('are decided, and opened again', async () => {
    const [{ id } = { id: '' }] = (await listed()).reports;
    expect((await decide(alice.id, id, 'dismissed')).status).toBe(200);
    expect(await listed(alice.id, '?state=open')).toEqual({ reports: [], open: 0, next: null });
    expect((await listed(alice.id, '?state=dismissed&domain=shop.example')).reports).toHaveLength(1);
    expect((await decide(alice.id, id, 'nonsense')).status).toBe(422);
    expect((await decide(alice.id, id, 'open')).status).toBe(200);
    expect((await listed()).open).toBe(1);
  });

  it('count once per refusal, ten a day from one address, and are told of once in hours', async () => {
    const requestId = newId();
    const from = { siteId: alice.shop, clientAddress: '198.51.100.1' };
    await stored(report(requestId, from), report(requestId, from));
    expect((await listed()).open).toBe(2);
    await stored(...Array.from({ length: 20 }, () => report(newId(), from)));
    expect((await listed()).open).toBe(11);
    await announce();
    // The other site's notification comes after any for this one.
    await eventually('the other owner being told', async () =>
      expect(news.map(({ payload }) => payload.ownerId)).toEqual([alice.id, bob.id]),
    );
  });

  it('of today are kept where a site has more than it may: the oldest that nobody decided make room', async () => {
    const oldest = newId();
    const before = Date.now() - 60_000;
    const of = (i: number) => ({
      siteId: bob.site,
      clientAddress: `203.0.113.${i}`,
      receivedAtMs: BigInt(before + i),
    });
    await stored(report(oldest, of(0), 'the first'));
    await stored(...Array.from({ length: 200 }, (_, i) => report(newId(), of(i + 1), `report ${i + 1}`)));
    const { reports, open, next } = await listed(bob.id, '?state=open');
    expect(open).toBe(200);
    expect(reports.map(({ text }) => text)).toContain('report 200');
    // What becomes of the last one meanwhile changes nothing of the page behind it.
    await decide(bob.id, reports.at(-1)!.id, 'dismissed');
    const older = await listed(bob.id, `?state=open&after=${next}`);
    expect(older).toMatchObject({ open: 199, next: null });
    const texts = [...reports, ...older.reports].map(({ text }) => text);
    expect(texts).toHaveLength(200);
    // One of an earlier test is newer.
    expect(texts.slice(1)).toEqual(Array.from({ length: 199 }, (_, i) => `report ${200 - i}`));
    // A page of somebody else's list names no report of it.
    expect((await listed(alice.id, `?after=${next}`)).reports.map(({ text }) => text)).not.toContain(
      'report 1',
    );
    expect((await harness.get(bob.id, '/dashboard/reports?after=nonsense')).status).toBe(422);
    const { rows } = await harness.database.query(
      'SELECT 1 FROM logs.visitor_reports WHERE request_id = $1',
      [oldest],
    );
    expect(rows).toEqual([]);
  });

  it('go when their time is over, and are no reason to lose the records beside them', async () => {
    await harness.database.query(`UPDATE logs.visitor_reports SET expires_at = now() - interval '1 second'`);
    expect(await listed()).toEqual({ reports: [], open: 0, next: null });
    const damaged = record({
      siteId: alice.shop,
      requestId: newId(),
      visitorReport: { requestId: "'; DROP TABLE sites; --", text: 'x' },
    });
    await stored(damaged, report(newId(), { siteId: alice.shop }, 'a\0b'));
    expect((await listed()).reports).toMatchObject([{ text: 'ab' }]);
  });
});
