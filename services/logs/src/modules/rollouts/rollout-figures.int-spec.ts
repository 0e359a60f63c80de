import { randomUUID } from 'node:crypto';
import { toBinary } from '@bufbuild/protobuf';
import { requestLogV1 } from '@palisade/contracts';
import { createRedisStreamsBus, readEventKeys } from '@palisade/messaging';
import { eventually, silentLogger } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { attack, logBatch, type RecordFields, record } from '../../test/records.ts';
import { RecordView } from '../ingest/record-view.ts';
import { RolloutTallies } from '../ingest/rollout-tallies.ts';

describe('figures of roll-outs', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  let bus: ReturnType<typeof createRedisStreamsBus>;
  const figures = new Map<string, requestLogV1.RolloutFigures>();

  beforeAll(async () => {
    harness = await startHarness();
    bus = createRedisStreamsBus({
      url: harness.environment.PALISADE_BUS_REDIS_URL!,
      source: 'domains',
      keys: readEventKeys(harness.eventSettings('domains')),
      logger: silentLogger,
    });
    await bus.subscribe({
      group: 'rollouts-test',
      registrations: {
        'logs.rollout_figures.v1': {
          mode: 'single',
          handle: async ({ payload }) => {
            figures.set(`${payload.rolloutId}/${payload.sharePercent}`, payload);
          },
        },
      },
    });
  });
  afterAll(async () => {
    await bus?.close();
    await harness?.dispose();
  });

  const siteId = randomUUID();
  const rolloutId = randomUUID();
  const judged = (rolloutVisitor: number, rolloutCandidate: boolean, more: RecordFields = {}) => ({
    siteId,
    rolloutId,
    rolloutShare: 5,
    rolloutCandidate,
    rolloutVisitor,
    ...more,
  });

  it('count requests, and each visitor once, by the policy that judged them, whatever arrives twice', async () => {
    const records = [
      record(judged(1, false)),
      attack(1001, judged(1, false)),
      attack(1001, judged(1, false)),
      record(judged(2, false, { status: 502 })),
      record(judged(3, true)),
      attack(1001, judged(4, true)),
      record(judged(4, true)),
      record(judged(5, true, { rolloutShare: 25 })),
      record({ siteId }),
      record(judged(6, true, { rolloutId: 'none' })),
    ];
    const batch = logBatch(records, { segmentId: 'rollout' });
    await harness.publish(batch);
    await harness.publish(batch);
    await harness.stored('node-1', 'rollout', records.length);
    await eventually('both shares being told', async () => expect(figures.size).toBe(2), 30_000);
    expect(figures.get(`${rolloutId}/5`)).toMatchObject({
      siteId,
      live: {
        requests: 4n,
        blockedRequests: 2n,
        failedRequests: 1n,
        visitors: 2n,
        blockedVisitors: 1n,
        failedVisitors: 1n,
      },
      candidate: { requests: 3n, blockedRequests: 1n, visitors: 2n, blockedVisitors: 1n, failedVisitors: 0n },
    });
    expect(figures.get(`${rolloutId}/25`)).toMatchObject({
      live: { requests: 0n },
      candidate: { requests: 1n },
    });
  });

  it('of rules without effect count whom they would have cost something, and which rules', async () => {
    const shadowId = randomUUID();
    const { PASSES, WOULD_BLOCK, FAILED } = requestLogV1.ShadowVerdict;
    const seen = (
      rolloutVisitor: number,
      shadowVerdict: requestLogV1.ShadowVerdict,
      more: RecordFields = {},
    ) => record({ siteId, rolloutId: shadowId, rolloutVisitor, shadowVerdict, ...more });
    const records = [
      seen(1, PASSES),
      seen(1, WOULD_BLOCK, { shadowRuleId: 21, status: 200 }),
      seen(1, WOULD_BLOCK, { shadowRuleId: 21, status: 302 }),
      seen(2, WOULD_BLOCK, { shadowRuleId: 22, status: 200 }),
      // A request without a useful response.
      seen(3, WOULD_BLOCK, { shadowRuleId: 23, status: 404 }),
      seen(4, FAILED, { status: 200 }),
    ];
    await harness.publish(logBatch(records, { segmentId: 'shadow' }));
    await harness.stored('node-1', 'shadow', records.length);
    await eventually('it being told', async () => expect(figures.has(`${shadowId}/0`)).toBe(true), 30_000);
    expect(figures.get(`${shadowId}/0`)).toMatchObject({
      live: { requests: 0n },
      candidate: {
        requests: 6n,
        blockedRequests: 3n,
        failedRequests: 1n,
        visitors: 4n,
        blockedVisitors: 2n,
        failedVisitors: 1n,
      },
      rules: [
        { ruleId: 21, requests: 2n },
        { ruleId: 22, requests: 1n },
      ],
    });
  });

  it('follow a bounded sample of visitors, the same of both policies', async () => {
    const busy = randomUUID();
    const view = new RecordView();
    const client = await harness.database.connect();
    const tallies = new RolloutTallies(1_000);
    for (let index = 0; index < 8_000; index++) {
      const visitor = Math.imul(index, 2_654_435_761) >>> 0;
      const seen = record(judged(visitor, visitor % 100 < 25, { rolloutId: busy, rolloutShare: 25 }));
      const bytes = Buffer.from(toBinary(requestLogV1.RequestLogSchema, seen));
      view.read(bytes, 0, bytes.length);
      tallies.add(view, 1);
    }
    await tallies.store(client);
    client.release();
    const { rows } = await harness.database.query(
      'SELECT candidate, count(*)::int AS visitors FROM rollout_visitors WHERE rollout_id = $1 GROUP BY 1 ORDER BY 1',
      [busy],
    );
    const [live = 0, candidate = 0] = rows.map(({ visitors }: { visitors: number }) => visitors);
    expect(live + candidate).toBeGreaterThan(400);
    expect(live + candidate).toBeLessThanOrEqual(1_000);
    expect(candidate / (live + candidate)).toBeGreaterThan(0.2);
    expect(candidate / (live + candidate)).toBeLessThan(0.3);
  });
});
