import { randomUUID } from 'node:crypto';
import type { ReceivedEvent } from '@palisade/messaging';
import { eventually, startTestClickhouse } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, record } from '../../test/records.ts';
import { HOUR_MS } from '../records/roll-ups.rules.ts';
import { startOfWeek } from './reported-week.rules.ts';
import { WeeklyReportsService } from './weekly-reports.service.ts';

const WEEK_MS = 7 * 24 * HOUR_MS;
const [SQL_INJECTION_RULE, XSS_RULE] = [1001, 2001];

describe('weekly reports with request logs in ClickHouse', () => {
  let clickhouse: Awaited<ReturnType<typeof startTestClickhouse>>;
  let harness: Awaited<ReturnType<typeof startHarness>>;

  beforeAll(async () => {
    clickhouse = await startTestClickhouse();
    const { url } = await clickhouse.createDatabase();
    // The test runs the job itself.
    harness = await startHarness({ PALISADE_LOGS_CLICKHOUSE_URL: url, PALISADE_LOGS_ALERTS_MS: '600000' });
  });
  afterAll(async () => {
    await harness?.dispose();
    await clickhouse?.dispose();
  });

  it('names the threat that was blocked most on all sites of an owner', async () => {
    const told: ReceivedEvent[] = [];
    await harness.bus.subscribe({
      group: 'mailer',
      registrations: {
        'logs.weekly_report.v1': { mode: 'single', handle: async (event) => void told.push(event) },
      },
    });
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
      // Neither site has it most; both together have.
      ...sites.flatMap((siteId) => of(XSS_RULE, siteId, 2)),
      ...of(SQL_INJECTION_RULE, sites[0]!, 3),
      record({ ...at, siteId: calmSite }),
    ];
    await harness.publish(logBatch(records, { segmentId: 'a-week' }));
    await harness.stored('node-1', 'a-week', records.length);

    const reportsAt = new Date(startOfWeek(new Date(now + WEEK_MS)).getTime() + 9 * HOUR_MS);
    expect(await harness.app.get(WeeklyReportsService).reportIfDue(reportsAt)).toBe(2);
    await eventually('both reports', async () => expect(told).toHaveLength(2));
    const threats = told.map(({ payload }) => payload as { ownerId: string; topThreat: string });
    expect(new Map(threats.map(({ ownerId, topThreat }) => [ownerId, topThreat]))).toEqual(
      new Map([
        [attacked, 'XSS Attack'],
        [calm, ''],
      ]),
    );
  });
});
