import { randomUUID } from 'node:crypto';
import { HOUR_MS } from '@palisade/basics';
import { partitionOf } from '@palisade/messaging';
import { eventually } from '@palisade/testing';
import { startHarness } from '../../test/harness.ts';
import { logBatch, record } from '../../test/records.ts';
import { StoredUntilService } from './stored-until.service.ts';

const STUCK = 'node-1';
const OTHER = ['node-2', 'node-3', 'node-4', 'node-5'].find(
  (node) => partitionOf('request-logs', node) !== partitionOf('request-logs', STUCK),
)!;

describe('up to when records are stored', () => {
  let harness: Awaited<ReturnType<typeof startHarness>>;
  beforeAll(async () => {
    harness = await startHarness();
  });
  afterAll(() => harness?.dispose());

  it('is when the oldest was published that waits, though others of the same minute are there', async () => {
    const moment = () => harness.app.get(StoredUntilService).moment(new Date(Date.now() + HOUR_MS));
    const siteId = randomUUID();
    const one = (receivedAtMs: number) => [record({ siteId, receivedAtMs: BigInt(receivedAtMs) })];
    await harness.publish(logBatch(one(Date.now()), { nodeId: STUCK, segmentId: 'stuck', last: false }));
    await harness.stored(STUCK, 'stuck', 1);
    await eventually('nothing waits', async () =>
      expect((await moment()).getTime()).toBeGreaterThan(Date.now() + HOUR_MS / 2),
    );

    // Storing this segment waits for its row, and holds up its partition alone.
    const holder = await harness.database.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT FROM segments WHERE segment_id = $1 FOR UPDATE', ['stuck']);
      const from = Date.now();
      await harness.publish(logBatch(one(from), { nodeId: STUCK, segmentId: 'stuck', firstIndex: 1 }));
      const to = Date.now();
      // Of the last whole minute, and of one whose node's clock is ahead.
      const current = [...one(to + HOUR_MS - 60_000), ...one(to + HOUR_MS + 60_000)];
      await harness.publish(logBatch(current, { nodeId: OTHER, segmentId: 'current' }));
      await harness.stored(OTHER, 'current', current.length);
      const until = (await moment()).getTime();
      expect(until).toBeGreaterThanOrEqual(from);
      expect(until).toBeLessThanOrEqual(to);
    } finally {
      await holder.query('ROLLBACK');
      holder.release();
    }
    await harness.stored(STUCK, 'stuck', 2);
    await eventually('nothing waits any more', async () =>
      expect((await moment()).getTime()).toBeGreaterThan(Date.now() + HOUR_MS / 2),
    );
  });
});
