import { randomUUID } from 'node:crypto';
import { HOUR_MS, MINUTE_MS } from '@palisade/basics';
import type { EventType } from '@palisade/contracts';
import type { ReceivedEvent } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record } from '../../test/records.ts';
import { AlertAnnouncerService } from './alert-announcer.service.ts';
import { AlertDetectionService } from './alert-detection.service.ts';

const SQL_INJECTION_RULE = 1001;

describe('alerts', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const events: ReceivedEvent[] = [];
  const now = Date.now();
  let segments = 0;

  beforeAll(async () => {
    // The test runs the job itself.
    harness = await startHarness({ PALISADE_LOGS_ALERT_INTERVAL_MS: '600000' });
    const handle = async (event: ReceivedEvent) => void events.push(event);
    await harness.bus.subscribe({
      group: 'mailer',
      registrations: {
        'logs.attack_detected.v1': { mode: 'single', handle },
        'logs.origin_down.v1': { mode: 'single', handle },
        'logs.origin_up.v1': { mode: 'single', handle },
      },
    });
  });
  afterAll(() => harness?.dispose());

  const newSite = () => {
    const [ownerId, id] = [randomUUID(), randomUUID()];
    const name = `${id.slice(0, 8)}.example`;
    harness.domainsOf.set(ownerId, [{ id, name }]);
    return { ownerId, id, name };
  };
  const times = <T>(count: number, make: () => T): T[] => Array.from({ length: count }, make);

  async function store(records: ReturnType<typeof record>[]): Promise<void> {
    const segmentId = `segment-${segments++}`;
    await harness.publish(logBatch(records, { segmentId }));
    await harness.stored('node-1', segmentId, records.length);
  }
  /** One run at a given time, as the job does it. */
  async function run(atMs = now): Promise<void> {
    await harness.app.get(AlertDetectionService).detect(new Date(atMs));
    await harness.app.get(AlertAnnouncerService).announce();
  }
  /** Alerts that a site's owner received. A later event about another site shows that no more are coming. */
  const eventsAbout = (name: string) =>
    events.filter(({ payload }) => (payload as { domainName?: string }).domainName === name);
  const areAnnounced = (name: string, types: EventType[]) =>
    eventually(`${types.join()} about ${name}`, async () =>
      expect(eventsAbout(name).map(({ type }) => type)).toEqual(types),
    );

  it('tells of an attack once, with what, how many and from where; a handful of blocks is none', async () => {
    const [attacked, quiet] = [newSite(), newSite()];
    const at = BigInt(now - MINUTE_MS);
    const hit = (siteId: string, clientAddress: string) =>
      attack(SQL_INJECTION_RULE, { siteId, clientAddress, receivedAtMs: at });
    await store([
      ...times(90, () => hit(attacked.id, '198.51.100.7')),
      ...times(30, () => hit(attacked.id, '198.51.100.8')),
      ...times(500, () => record({ siteId: attacked.id, receivedAtMs: at })),
      ...times(20, () => hit(quiet.id, '198.51.100.7')),
    ]);
    await run();
    await run(now + MINUTE_MS);
    await areAnnounced(attacked.name, ['logs.attack_detected.v1']);
    expect(eventsAbout(attacked.name)[0]?.payload).toMatchObject({
      ownerId: attacked.ownerId,
      siteId: attacked.id,
      blockedRequests: 120n,
      topThreat: 'SQL Injection',
      topAddresses: ['198.51.100.7', '198.51.100.8'],
    });
    expect(eventsAbout(quiet.name)).toEqual([]);

    // An ongoing alert is repeated after some hours, not before.
    const later = now + 3 * HOUR_MS;
    const { rows } = await harness.database.query('SELECT site_no FROM sites WHERE site_id = $1', [
      attacked.id,
    ]);
    // The service corrects records from the future, so the roll-up is written here.
    for (const [atMs, blocked] of [
      [later - MINUTE_MS, 400],
      [now + 7 * HOUR_MS - MINUTE_MS, 400],
    ] as const) {
      await harness.database.query(
        `INSERT INTO traffic_minutes VALUES ($1, date_trunc('minute', $2::timestamptz), $3, $3, 0, 0, 0, 0, 0)`,
        [rows[0].site_no, new Date(atMs), blocked],
      );
    }
    await run(later);
    await run(now + 7 * HOUR_MS);
    await areAnnounced(attacked.name, ['logs.attack_detected.v1', 'logs.attack_detected.v1']);
    const [first, second] = eventsAbout(attacked.name) as ReceivedEvent<'logs.attack_detected.v1'>[];
    expect(first?.payload.alertId).not.toBe(second?.payload.alertId);
  });

  it('does not alert where as much is blocked every day', async () => {
    const [usual, other] = [newSite(), newSite()];
    const at = BigInt(now - MINUTE_MS);
    await store(
      [usual, other].flatMap(({ id }) =>
        times(150, () => attack(SQL_INJECTION_RULE, { siteId: id, receivedAtMs: at })),
      ),
    );
    await harness.database.query(
      `INSERT INTO traffic_hours
       SELECT site_no, date_trunc('hour', now()) - hours * interval '1 hour', 2000, 2000, 0, 0, 0, 0, 0
       FROM sites, generate_series(2, 160) AS hours WHERE site_id = $1`,
      [usual.id],
    );
    await run();
    await areAnnounced(other.name, ['logs.attack_detected.v1']);
    expect(eventsAbout(usual.name)).toEqual([]);
  });

  it('tells when an origin fails every request, and when it answers again; some failures are none', async () => {
    const [down, flaky] = [newSite(), newSite()];
    const at = BigInt(now - MINUTE_MS);
    const failure: RecordFields = {
      reason: 'origin:refused',
      status: 502,
      originStatus: 0,
      receivedAtMs: at,
    };
    await store([
      ...times(12, () => record({ siteId: down.id, ...failure })),
      ...times(12, () => record({ siteId: flaky.id, ...failure })),
      record({ siteId: flaky.id, receivedAtMs: at }),
    ]);
    await run();
    await run(now + MINUTE_MS);
    await areAnnounced(down.name, ['logs.origin_down.v1']);
    await harness.database.query(
      `INSERT INTO traffic_minutes
       SELECT site_no, date_trunc('minute', $2::timestamptz), 3, 0, 0, 0, 0, 3, 0 FROM sites WHERE site_id = $1`,
      [down.id, new Date(now + 4 * MINUTE_MS)],
    );
    await run(now + 5 * MINUTE_MS);
    await run(now + 6 * MINUTE_MS);
    await areAnnounced(down.name, ['logs.origin_down.v1', 'logs.origin_up.v1']);
    const [begin, end] = eventsAbout(down.name) as ReceivedEvent<
      'logs.origin_down.v1' | 'logs.origin_up.v1'
    >[];
    expect(begin?.payload).toMatchObject({ ownerId: down.ownerId, failedRequests: 12n });
    expect(end?.payload.alertId).toBe(begin?.payload.alertId);
    expect(eventsAbout(flaky.name)).toEqual([]);
  });

  it('finds and tells everything once with several instances at work', async () => {
    const site = newSite();
    const at = BigInt(now - MINUTE_MS);
    await store(times(150, () => attack(SQL_INJECTION_RULE, { siteId: site.id, receivedAtMs: at })));
    await Promise.all([run(), run(), run()]);
    await run();
    const last = newSite();
    await store(times(150, () => attack(SQL_INJECTION_RULE, { siteId: last.id, receivedAtMs: at })));
    await run();
    await areAnnounced(last.name, ['logs.attack_detected.v1']);
    await areAnnounced(site.name, ['logs.attack_detected.v1']);
  });

  it('tells nobody about a domain that is gone', async () => {
    const [gone, last] = [newSite(), newSite()];
    const at = BigInt(now - MINUTE_MS);
    harness.domainsOf.delete(gone.ownerId);
    await store(
      [gone, last].flatMap(({ id }) =>
        times(150, () => attack(SQL_INJECTION_RULE, { siteId: id, receivedAtMs: at })),
      ),
    );
    await run();
    await areAnnounced(last.name, ['logs.attack_detected.v1']);
    expect(eventsAbout(gone.name)).toEqual([]);
  });
});
