import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import type { alertEventsV1 } from '@palisade/contracts';
import type { ReceivedEvent } from '@palisade/messaging';
import type { UserId } from '@palisade/nest-kit';
import { eventually, startTestClickhouse } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { ReportFiguresService } from './report-figures.service.ts';
import { dayText, lastSpan, startOfPeriod } from './report-period.rules.ts';
import type { ReportSettingsChange } from './report-settings.schema.ts';
import { ScheduledReportsService } from './scheduled-reports.service.ts';

type Harness = Awaited<ReturnType<typeof startHarness>>;
const WEEK_MS = 7 * 24 * HOUR_MS;
const [SQL_INJECTION_RULE, XSS_RULE] = [1001, 2001];
// The tests run the job themselves.
const BY_HAND = { PALISADE_LOGS_ALERT_INTERVAL_MS: '600000' };

async function listen(harness: Harness): Promise<{ type: string; payload: alertEventsV1.TrafficReport }[]> {
  const reports: { type: string; payload: alertEventsV1.TrafficReport }[] = [];
  const handle = async ({ type, payload }: ReceivedEvent) => {
    const isMonthly = type === 'logs.monthly_report.v1';
    const report = isMonthly ? (payload as alertEventsV1.MonthlyReport).report : payload;
    reports.push({ type, payload: report as alertEventsV1.TrafficReport });
  };
  await harness.bus.subscribe({
    group: 'mailer',
    registrations: {
      'logs.weekly_report.v1': { mode: 'single', handle },
      'logs.monthly_report.v1': { mode: 'single', handle },
    },
  });
  return reports;
}

/** The png of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('reports', () => {
  let harness: Harness;
  let reports: Awaited<ReturnType<typeof listen>>;
  let segments = 0;
  const now = Date.now();

  beforeAll(async () => {
    harness = await startHarness(BY_HAND);
    reports = await listen(harness);
  });
  afterAll(() => harness?.dispose());

  const newOwner = async (sites = 1) => {
    const ownerId = randomUUID();
    const own = Array.from({ length: sites }, () => {
      const id = randomUUID();
      return { id, name: `${id.slice(0, 8)}.example` };
    });
    harness.domainsOf.set(ownerId, own);
    const segmentId = `reports-${segments++}`;
    const records = own.map(({ id }) => record({ siteId: id, receivedAtMs: BigInt(now) }));
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
    return { ownerId, sites: own };
  };
  const write = (siteId: string, atMs: number, requests: number, blocked: number, failures = 0) =>
    harness.database.query(
      `INSERT INTO traffic_hours SELECT site_no, $2, $3, $4, 0, 1000, 0, 1000, $5 FROM sites WHERE site_id = $1
       ON CONFLICT (site_no, hour) DO UPDATE SET requests = excluded.requests, blocked = excluded.blocked`,
      [siteId, new Date(atMs), requests, blocked, failures],
    );
  const path = '/dashboard/traffic-reports';
  const choices = (more: Partial<ReportSettingsChange> = {}): ReportSettingsChange => ({
    weekly: true,
    monthly: false,
    together: true,
    site_ids: [],
    with_pdf: true,
    brand_name: '',
    brand_colour: '',
    ...more,
  });
  const choose = async (ownerId: string, more: Partial<ReportSettingsChange>) => {
    const response = await harness.fetchAs(ownerId, path, { method: 'PUT', body: choices(more) });
    return { status: response.status, body: JSON.parse(await response.text()) };
  };
  const reportsOf = (ownerId: string) => reports.filter(({ payload }) => payload.ownerId === ownerId);

  it('go out once a week to every owner with traffic, together and by site as they want them', async () => {
    const due = startOfPeriod('week', now + WEEK_MS);
    const usual = await newOwner(2);
    const [first, second] = usual.sites;
    const [off, apart] = [await newOwner(), await newOwner(2)];
    await harness.database.query('DELETE FROM traffic_hours');
    await write(first!.id, due - HOUR_MS, 700, 60);
    await write(first!.id, due - WEEK_MS, 300, 10);
    await write(first!.id, due - WEEK_MS - HOUR_MS, 40, 4);
    await write(first!.id, due - 2 * WEEK_MS, 960, 0);
    await write(second!.id, due - 5 * HOUR_MS, 50, 0);
    // Of the week after.
    await write(second!.id, due, 999, 999);
    await write(off.sites[0]!.id, due - HOUR_MS, 5, 0);
    await write(apart.sites[0]!.id, due - HOUR_MS, 7, 0);
    expect((await choose(off.ownerId, { weekly: false })).status).toBe(200);
    const own = {
      together: false,
      site_ids: apart.sites.map(({ id }) => id),
      with_pdf: false,
      brand_name: 'Agency',
    };
    expect((await choose(apart.ownerId, own)).body).toMatchObject(own);

    const scheduled = harness.app.get(ScheduledReportsService);
    expect(await scheduled.reportIfDue(new Date(due + HOUR_MS))).toBe(0);
    const atNine = new Date(due + 9 * HOUR_MS);
    const claimedFor = (time: string) =>
      harness.database.query(
        `UPDATE report_claims SET claimed_until = now() + interval '${time}' WHERE period = 'week'`,
      );
    await claimedFor('1 minute');
    expect(await scheduled.reportIfDue(atNine)).toBe(0);
    // Claimed by an instance that died.
    await claimedFor('-1 second');
    const directory = harness.app.get(DomainDirectoryService);
    const read = directory.summariesOf.bind(directory);
    let reads = 0;
    directory.summariesOf = (siteIds) => {
      reads++;
      return read(siteIds);
    };
    const both = await Promise.all([scheduled.reportIfDue(atNine), scheduled.reportIfDue(atNine)]);
    directory.summariesOf = read;
    expect([both.toSorted(), reads]).toEqual([[0, 2], 1]);
    expect(await scheduled.reportIfDue(atNine)).toBe(0);
    await eventually('both reports', async () => expect(reports).toHaveLength(2));
    expect(reportsOf(off.ownerId)).toEqual([]);
    expect(reportsOf(usual.ownerId)[0]).toMatchObject({
      type: 'logs.weekly_report.v1',
      payload: {
        totalRequests: 1050n,
        blockedRequests: 70n,
        previousTotalRequests: 1000n,
        previousBlockedRequests: 4n,
        siteId: '',
        withPdf: true,
        sentence: 'Traffic rose by 5 % to 1,050 requests, and blocked requests grew more than tenfold to 70.',
        sites: [
          { domainName: first!.name, totalRequests: 1000n, blockedRequests: 70n },
          { domainName: second!.name, totalRequests: 50n, blockedRequests: 0n },
        ],
      },
    });
    // The mail and its PDF agree.
    const owned = await harness.app.get(OwnedSitesService).sitesOf(usual.ownerId as UserId, null);
    const span = { fromMs: due - WEEK_MS, toMs: due };
    const drawn = await harness.app.get(ReportFiguresService).of(owned, null, 'week', span);
    const { payload: mailed } = reportsOf(usual.ownerId)[0]!;
    expect(drawn.sentence).toBe(mailed.sentence);
    expect(drawn.totals).toMatchObject({
      requests: Number(mailed.totalRequests),
      blocked: Number(mailed.blockedRequests),
      responseBytes: Number(mailed.responseBytes),
    });
    expect(drawn.before).toMatchObject({
      requests: Number(mailed.previousTotalRequests),
      blocked: Number(mailed.previousBlockedRequests),
    });
    expect(drawn.sites).toEqual(
      mailed.sites.map(({ domainName, totalRequests, blockedRequests }) => ({
        name: domainName,
        requests: Number(totalRequests),
        blocked: Number(blockedRequests),
      })),
    );
    // The second site had no traffic.
    expect(reportsOf(apart.ownerId)).toMatchObject([
      {
        payload: {
          siteId: apart.sites[0]!.id,
          siteName: apart.sites[0]!.name,
          withPdf: false,
          brandName: 'Agency',
        },
      },
    ]);
  });

  it('go out once a month to those who want them', async () => {
    const month = lastSpan('month', now);
    const [wanting, usual] = [await newOwner(), await newOwner()];
    await harness.database.query('DELETE FROM traffic_hours');
    for (const { sites } of [wanting, usual]) await write(sites[0]!.id, month.toMs - HOUR_MS, 80, 1);
    await choose(wanting.ownerId, { weekly: false, monthly: true });
    const scheduled = harness.app.get(ScheduledReportsService);
    const at = new Date(month.toMs + 8 * HOUR_MS);
    await scheduled.reportIfDue(at);
    await scheduled.reportIfDue(at);
    await eventually('the report', async () => expect(reportsOf(wanting.ownerId)).toHaveLength(1));
    expect(reportsOf(wanting.ownerId)[0]).toMatchObject({
      type: 'logs.monthly_report.v1',
      payload: { totalRequests: 80n, sentence: expect.stringContaining('the month before is not known') },
    });
    expect(reportsOf(usual.ownerId).filter(({ type }) => type === 'logs.monthly_report.v1')).toEqual([]);
  });

  it('of any past week are files for who they are of, one at a time', async () => {
    const { ownerId, sites } = await newOwner();
    const stranger = await newOwner();
    const { fromMs } = lastSpan('week', now);
    for (let hour = 0; hour < 48; hour++) await write(sites[0]!.id, fromMs + hour * HOUR_MS, 100, 10, 5);
    const file = (user: string, query: Record<string, string>) =>
      harness.fetchAs(
        user,
        `${path}/file?${new URLSearchParams({ period: 'week', from: dayText(fromMs), ...query })}`,
      );
    const [answer, meanwhile] = await Promise.all([
      file(ownerId, {}),
      eventually('a second one is refused while the first is made', async () => {
        const second = await file(ownerId, {});
        await second.arrayBuffer();
        return second.status;
      }),
    ]);
    expect([answer.status, meanwhile].toSorted()).toEqual([200, 429]);
    const alone = await file(ownerId, { domain: sites[0]!.id });
    expect(alone.headers.get('content-type')).toBe('application/pdf');
    const pdf = Buffer.from(await alone.arrayBuffer());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)).toHaveLength(2);
    expect((await file(stranger.ownerId, { domain: sites[0]!.id })).status).toBe(404);
    expect((await file(ownerId, { from: '2026-11-17' })).status).toBe(400);
    expect((await file(ownerId, { from: dayText(startOfPeriod('week', now)) })).status).toBe(400);
  });

  it('have a brand that is a picture, and nothing that somebody else owns', async () => {
    const { ownerId } = await newOwner();
    const stranger = await newOwner();
    const branded = { brand_name: 'Студия 例', brand_colour: '#6d28d9', logo: PIXEL };
    const { status, body } = await choose(ownerId, branded);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      brand_name: 'Студия 例',
      may_brand: true,
      logo: `data:image/png;base64,${PIXEL}`,
    });
    const from = dayText(lastSpan('week', now).fromMs);
    expect((await harness.fetchAs(ownerId, `${path}/file?period=week&from=${from}`)).status).toBe(200);
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>').toString('base64');
    expect(await choose(ownerId, { logo: svg })).toMatchObject({
      status: 400,
      body: { code: 'logo_refused' },
    });
    expect((await choose(ownerId, { brand_colour: 'red;}' })).status).toBe(422);
    expect((await choose(ownerId, { site_ids: [stranger.sites[0]!.id] })).status).toBe(404);
    expect((await choose(ownerId, { logo: null })).body).toMatchObject({ logo: null });
    expect((await harness.get(stranger.ownerId, path)).body).toMatchObject({ brand_name: '', logo: null });
  });
});

describe('reports with request logs in ClickHouse', () => {
  let clickhouse: Awaited<ReturnType<typeof startTestClickhouse>>;
  let harness: Harness;

  beforeAll(async () => {
    clickhouse = await startTestClickhouse();
    const { url } = await clickhouse.createDatabase();
    harness = await startHarness({ PALISADE_LOGS_CLICKHOUSE_URL: url, ...BY_HAND });
  });
  afterAll(async () => {
    await harness?.dispose();
    await clickhouse?.dispose();
  });

  it('name the threat that was blocked most on all sites of an owner', async () => {
    const reports = await listen(harness);
    const [attacked, calm] = [randomUUID(), randomUUID()];
    const sites = [randomUUID(), randomUUID()];
    const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: `${id.slice(0, 8)}.example` }));
    const calmSite = randomUUID();
    harness.domainsOf.set(attacked, named(sites));
    harness.domainsOf.set(calm, named([calmSite]));
    const now = Date.now();
    const at = { receivedAtMs: BigInt(now) };
    const of = (rule: number, siteId: string, count: number) =>
      Array.from({ length: count }, () => attack(rule, { ...at, siteId }));
    const records = [
      // No site has it most often; both together have.
      ...sites.flatMap((siteId) => of(XSS_RULE, siteId, 2)),
      ...of(SQL_INJECTION_RULE, sites[0]!, 3),
      record({ ...at, siteId: calmSite }),
    ];
    await harness.publish(logBatch(records, { segmentId: 'a-week' }));
    await harness.stored('node-1', 'a-week', records.length);

    const reportsAt = new Date(startOfPeriod('week', now + WEEK_MS) + 9 * HOUR_MS);
    expect(await harness.app.get(ScheduledReportsService).reportIfDue(reportsAt)).toBe(2);
    await eventually('both reports', async () => expect(reports).toHaveLength(2));
    expect(new Map(reports.map(({ payload: { ownerId, topThreat } }) => [ownerId, topThreat]))).toEqual(
      new Map([
        [attacked, 'XSS Attack'],
        [calm, ''],
      ]),
    );
  });
});
