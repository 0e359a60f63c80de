import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { create, toBinary } from '@bufbuild/protobuf';
import { recordedRequestV1, requestLogV1 } from '@palisade/contracts';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { DOMAINS_CLIENT } from '../../connections/domains-client.ts';
import { startHarness } from '../../test/harness.ts';
import { logBatch, record, utf8 } from '../../test/records.ts';
import { DomainDirectoryService } from '../ownership/domain-directory.service.ts';
import { OwnedSitesService } from '../ownership/owned-sites.service.ts';
import { RecordingKeysService } from '../recording-store/recording-keys.service.ts';
import { RecordingsRepository } from '../recording-store/recordings.repository.ts';
import { RecordingsService } from '../recordings/recordings.service.ts';
import { JudgingThreadService } from './judging-thread.service.ts';
import { PolicyReplayService } from './policy-replay.service.ts';

const { EdgeAction } = requestLogV1;
const alice = { id: randomUUID(), site: randomUUID(), empty: randomUUID() };
const bob = { id: randomUUID(), site: randomUUID() };
const now = Date.now();
const ATTACK = "/blog?q=%3Cscript%3Ealert(1)%3C/script%3E'%20UNION%20SELECT%20password%20FROM%20users--%20-";

/** As an edge records it, in the log record that carries it. */
function recorded(
  siteId: string,
  target: string,
  minutesAgo: number,
  change: { country?: string; action?: requestLogV1.EdgeAction; reason?: string; quota?: number } = {},
) {
  const requestId = randomUUID();
  const receivedAtMs = BigInt(now - minutesAgo * 60_000);
  const action = change.action ?? EdgeAction.ALLOW;
  const request = create(recordedRequestV1.RecordedRequestSchema, {
    requestId,
    receivedAtMs,
    protocol: 'HTTP/1.1',
    clientAddress: '192.0.2.7',
    country: change.country ?? 'DE',
    method: utf8('GET'),
    target: utf8(target),
    fields: [
      'Host',
      'shop.example',
      'User-Agent',
      'Mozilla/5.0',
      'Accept',
      '*/*',
      'Cookie',
      'sid=qvwyzk',
    ].map(utf8),
    bodyState: recordedRequestV1.RecordedBody.NONE,
    weight: 2,
    masked: 1,
    action,
    reason: change.reason ?? '',
  });
  return record({
    siteId,
    requestId,
    receivedAtMs,
    action,
    recorded: toBinary(recordedRequestV1.RecordedRequestSchema, request),
    recordedQuota: change.quota ?? 1_000,
  });
}

describe('recorded traffic', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  const tryOn = (userId: string, change: object, more: object = {}) =>
    harness.fetchAs(userId, '/dashboard/policy-replays', {
      method: 'POST',
      body: { domain: alice.site, change: JSON.stringify(change), ...more },
    });

  beforeAll(async () => {
    harness = await startHarness();
    harness.domainsOf.set(alice.id, [
      { id: alice.site, name: 'alice.example' },
      { id: alice.empty, name: 'empty.example' },
    ]);
    harness.domainsOf.set(bob.id, [{ id: bob.site, name: 'bob.example' }]);
    const records = [
      recorded(alice.site, ATTACK, 1, { action: EdgeAction.BLOCK, reason: 'rule' }),
      recorded(alice.site, '/shop?page=2', 2),
      recorded(alice.site, '/shop?page=3', 3, { country: 'FR' }),
      recorded(alice.site, '/fast', 4, { action: EdgeAction.RATE_LIMIT, reason: 'rate_limit' }),
      record({ siteId: alice.site }),
      recorded(bob.site, '/private', 1),
    ];
    await harness.publish(logBatch(records, { segmentId: 'segment-1' }));
    await harness.stored('node-1', 'segment-1', records.length);
    // The thread compiles its rules first; until then answers are empty.
    let judged = 0;
    while (judged === 0) {
      const response = await tryOn(alice.id, { managedRules: false });
      expect(response.status).toBe(200);
      ({ judged } = (await response.json()) as { judged: number });
    }
  });
  afterAll(() => harness.dispose());

  it('is sealed where it stands, and shown to its owner as it is kept', async () => {
    const { rows } = await harness.database.query('SELECT sealed FROM logs.recorded_requests');
    expect(rows).toHaveLength(5);
    for (const { sealed } of rows) expect(sealed.toString('latin1')).not.toMatch(/shop|Mozilla|private/);
    const { status, body } = await harness.get(alice.id, `/dashboard/recordings?domain=${alice.site}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({ requests: 4, refused: 2, example: { masked_values: 1 } });
    expect(body.example.text).toContain('Cookie: sid=qvwyzk');
    expect((await harness.get(bob.id, `/dashboard/recordings?domain=${alice.site}`)).status).toBe(404);
    expect((await harness.get(alice.id, `/dashboard/recordings?domain=${alice.empty}`)).body).toMatchObject({
      requests: 0,
      example: null,
    });
  });

  it('says what a change would refuse, and what it cannot say', async () => {
    const response = await tryOn(alice.id, { geoBlocking: true, blockedCountries: ['FR'] });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({
      judged: 4,
      stands_for: 8,
      recorded: 4,
      newly_refused: 1,
      newly_passed: 0,
      unknown: [{ cause: 'rates', requests: 1 }],
      not_replayed: [],
      next: null,
      groups: [
        {
          direction: 'refused',
          path: '/shop',
          reason: 'blocked_country',
          requests: 1,
          stands_for: 2,
          look_like_attacks: 0,
          clients: ['192.0.2.7'],
          examples: [{ method: 'GET', target: '/shop?page=3', client: '192.0.2.7' }],
        },
      ],
    });
  });

  it('says that what a change lets through looks like an attack, with rule and field', async () => {
    const body = (await (await tryOn(alice.id, { managedRules: false })).json()) as {
      newly_passed: number;
      groups: { rule_id: number }[];
    };
    expect(body.newly_passed).toBe(1);
    expect(body.groups).toMatchObject([
      { direction: 'passed', path: '/blog', reason: 'rule', field: 'ARGS:q', look_like_attacks: 1 },
    ]);
    expect(body.groups[0]!.rule_id).toBeGreaterThan(0);
  });

  it('names what no replay can show', async () => {
    const response = await tryOn(alice.id, { rateLimiting: true, rateLimitRequests: 5 });
    expect(await response.json()).toMatchObject({ not_replayed: ['rate_limits'], groups: [] });
  });

  it('is tried by its owner alone, one replay at a time, from a place that an answer has named', async () => {
    expect((await tryOn(bob.id, {})).status).toBe(404);
    expect((await tryOn(alice.id, {}, { after: 'nonsense' })).status).toBe(400);
    const never = Buffer.from('{"receivedAtMs":9007199254740991,"requestId":"x"}').toString('base64url');
    expect((await tryOn(alice.id, {}, { after: never })).status).toBe(400);
    const zero = Buffer.from(JSON.stringify({ receivedAtMs: now, requestId: 'a\0' })).toString('base64url');
    expect((await tryOn(alice.id, {}, { after: zero })).status).toBe(400);
    // In the previous release's format of positions.
    const older = Buffer.from(JSON.stringify({ receivedAtMs: now, requestId: 'x' })).toString('base64url');
    expect(await (await tryOn(alice.id, {}, { after: older })).json()).toMatchObject({ recorded: 4 });
    // Of a made-up position only the owner's own requests come.
    const forged = { receivedAtMs: 8.64e15, requestId: '~', recorded: Number.MAX_SAFE_INTEGER };
    const after = Buffer.from(JSON.stringify(forged)).toString('base64url');
    const answer = await (await tryOn(alice.id, { blockedIps: ['192.0.2.0/24'] }, { after })).text();
    expect(JSON.parse(answer)).toMatchObject({ judged: 4, next: null });
    expect(answer).not.toContain('/private');
  });

  it('is tried once at a time by an owner, who may stop and start again while it waits', async () => {
    class BusyThread extends JudgingThreadService {
      override isFree = async (left?: AbortSignal) => {
        if (left?.aborted !== true) await once(left!, 'abort');
        return false;
      };
    }
    const busy = new BusyThread();
    const service = new PolicyReplayService(
      harness.app.get(DOMAINS_CLIENT, { strict: false }),
      harness.app.get(RecordingsService, { strict: false }),
      busy,
    );
    const input = { domain: alice.site, change: '{"managedRules":false}' };
    const [first, second] = [new AbortController(), new AbortController()];
    const stopped = service.next(alice.id as UserId, input, first.signal);
    await expect(service.next(alice.id as UserId, input)).rejects.toMatchObject({ code: 'replay_running' });
    const started = service.next(alice.id as UserId, input, second.signal);
    first.abort();
    expect(await stopped).toMatchObject({ judged: 0 });
    second.abort();
    expect(await started).toMatchObject({ judged: 0 });
    await busy.onApplicationShutdown();
  });

  it('is begun where its rules are not compiled yet, and goes on from there', async () => {
    class ColdThread extends JudgingThreadService {
      override isFree = () => Promise.resolve(false);
    }
    const cold = new ColdThread();
    const service = new PolicyReplayService(
      harness.app.get(DOMAINS_CLIENT, { strict: false }),
      harness.app.get(RecordingsService, { strict: false }),
      cold,
    );
    const input = { domain: alice.site, change: '{"managedRules":false}' };
    const begun = await service.next(alice.id as UserId, input);
    expect(begun).toMatchObject({ judged: 0, groups: [], next: expect.any(String) });
    const again = await service.next(alice.id as UserId, { ...input, after: begun.next! });
    expect(again).toEqual(begun);
    const answer = await tryOn(alice.id, { managedRules: false }, { after: again.next });
    expect(await answer.json()).toMatchObject({ judged: 4, recorded: 4, newly_passed: 1, next: null });
    await cold.onApplicationShutdown();
  });

  it('is not said to be nothing while nobody can say the key', async () => {
    const [directory, sites, repository] = [
      DomainDirectoryService,
      OwnedSitesService,
      RecordingsRepository,
    ].map((service) => harness.app.get<unknown>(service, { strict: false })) as [
      DomainDirectoryService,
      OwnedSitesService,
      RecordingsRepository,
    ];
    const away = () => new DomainError('unavailable', 'service_unavailable', 'The service is away.');
    const keys = new RecordingKeysService({ getRecordingKey: () => Promise.reject(away()) } as never);
    const fresh = new RecordingsService(directory, sites, keys, repository);
    await expect(fresh.summary(alice.id as UserId, alice.site)).rejects.toMatchObject({
      code: 'service_unavailable',
    });
    const site = await fresh.siteOf(alice.id as UserId, alice.site);
    await expect(fresh.page(site!, null, 10)).rejects.toMatchObject({ code: 'service_unavailable' });
    // Nor is anything stored without it.
    expect(await keys.keysOf([alice.site])).toEqual(new Map());
  });

  it('is read so many at a time, and so many bytes', async () => {
    const repository = harness.app.get(RecordingsRepository, { strict: false });
    const { rows: sites } = await harness.database.query(
      `SELECT site_no, count(*)::int AS requests FROM logs.recorded_requests GROUP BY site_no ORDER BY 2 DESC LIMIT 1`,
    );
    const { site_no: siteNo, requests } = sites[0];
    const seen = new Set<string>();
    let before: Parameters<typeof repository.page>[1] = null;
    for (let pages = 1; ; pages++) {
      const { rows, isLast } = await repository.page(siteNo, before, { rows: 100, bytes: 1 });
      for (const { requestId } of rows) seen.add(requestId);
      if (isLast) break;
      expect(rows).toHaveLength(1);
      expect(pages).toBeLessThanOrEqual(requests);
      before = rows.at(-1)!;
    }
    expect(seen.size).toBe(requests);
    const whole = await repository.page(siteNo, null, { rows: requests, bytes: Number.MAX_SAFE_INTEGER });
    expect(whole.rows).toHaveLength(requests);
  });

  it('goes on behind what cannot be opened or read, and says how much that was', async () => {
    const carol = { id: randomUUID(), site: randomUUID() };
    harness.domainsOf.set(carol.id, [{ id: carol.site, name: 'carol.example' }]);
    const damaged = record({
      siteId: carol.site,
      receivedAtMs: BigInt(now - 60_000),
      recorded: Buffer.from([0x0a, 0x7f, 0x41]),
      recordedQuota: 1_000,
    });
    const records = [
      damaged,
      ...[2, 3].map((minutes) => recorded(carol.site, `/shop?page=${minutes}`, minutes)),
    ];
    await harness.publish(logBatch(records, { segmentId: 'segment-damaged' }));
    await harness.stored('node-1', 'segment-damaged', records.length);
    const replay = async () =>
      (await tryOn(carol.id, { managedRules: false }, { domain: carol.site })).json() as Promise<object>;
    expect(await replay()).toMatchObject({
      judged: 3,
      unknown: [{ cause: 'unreadable', requests: 1 }],
      next: null,
    });
    const summary = await harness.get(carol.id, `/dashboard/recordings?domain=${carol.site}`);
    expect(summary.body).toMatchObject({ requests: 3, example: null });
    await harness.database.query(
      `UPDATE logs.recorded_requests SET sealed = set_byte(sealed, 20, 255 - get_byte(sealed, 20)) WHERE request_id = $1`,
      [records[1]!.requestId],
    );
    expect(await replay()).toMatchObject({
      judged: 3,
      unknown: [{ cause: 'unreadable', requests: 2 }],
      next: null,
    });
  });

  it('is tried by few at once, and others wait in a line that is bounded', async () => {
    const replays = harness.app.get(PolicyReplayService, { strict: false });
    const asked = Array.from({ length: 108 }, () =>
      replays.next(randomUUID() as UserId, { domain: 'none.example', change: '{}' }),
    );
    const codes = (await Promise.allSettled(asked)).map(
      (one) => one.status === 'rejected' && one.reason.code,
    );
    expect(codes.slice(106)).toEqual(['replays_busy', 'replays_busy']);
    expect(new Set(codes.slice(0, 106))).toEqual(new Set(['domain_not_found']));
  });

  it('is kept up to its quota and as long as the plan says, and deleted at a press', async () => {
    const repository = harness.app.get(RecordingsRepository, { strict: false });
    const left = async () =>
      (await harness.get(alice.id, `/dashboard/recordings?domain=${alice.site}`)).body.requests;
    await harness.database.query('UPDATE logs.recording_quotas SET quota = 3');
    // A busy site has several of a millisecond: of these two one is beyond the quota.
    await harness.database.query(
      `WITH oldest AS (
         SELECT site_no, request_id, refused, min(received_at) OVER () AS at FROM logs.recorded_requests
         WHERE site_no = (SELECT site_no FROM logs.recorded_requests GROUP BY 1 HAVING count(*) = 4)
         ORDER BY received_at LIMIT 2)
       UPDATE logs.recorded_requests r SET received_at = at, request_id = CASE WHEN r.refused THEN '0' ELSE '1' END
       FROM oldest WHERE r.site_no = oldest.site_no AND r.request_id = oldest.request_id`,
    );
    await repository.prune(new Date());
    expect(await left()).toBe(3);
    await harness.database.query(
      `UPDATE logs.recorded_requests SET expires_at = now() - interval '1 hour' WHERE refused`,
    );
    await repository.prune(new Date());
    expect(await left()).toBe(2);
    const gone = await harness.fetchAs(alice.id, `/dashboard/recordings?domain=${alice.site}`, {
      method: 'DELETE',
    });
    expect(await gone.json()).toEqual({ deleted: 2 });
    expect(await left()).toBe(0);
    expect((await harness.get(bob.id, `/dashboard/recordings?domain=${bob.site}`)).body.requests).toBe(1);
  });
});
