import { startTestKafka } from '@palisade/testing';
import { Drill } from './chaos/drill.ts';
import { hangsAndDies, type TestKafka } from './chaos/faults.ts';
import { Stack } from './stack.ts';

const FORM = {
  visitors: 4,
  requestsPerSecond: 100,
  faultMs: 2_000,
  restMs: 1_500,
  customerPauseMs: 1_000,
} as const;

/** The short form of `npm run chaos`, with as many requests, by fewer visitors. */
describe.each(['redis', 'kafka'] as const)(
  'with everything behind the edge killed in turn, events on %s',
  (bus) => {
    const stack = new Stack();
    let kafka: TestKafka | null = null;
    let drill: Drill;

    beforeAll(async () => {
      kafka = bus === 'kafka' ? await startTestKafka() : null;
      const brokers = kafka === null ? [] : ['--kafka-brokers', kafka.brokers];
      await stack.start('--rate-limit', '100000', ...brokers);
      drill = new Drill(stack, FORM);
    }, 240_000);
    afterAll(async () => {
      await drill?.stop();
      await stack.dispose();
      await kafka?.dispose();
    });

    it('every request is in the log, every account, order and mail is there, once', async () => {
      await drill.run(hangsAndDies(stack, kafka));
      expect(drill.seen.filter(({ id }) => id !== '').length).toBeGreaterThan(500);
      const kept = await drill.kept();
      expect(kept.filter(({ lost, twice }) => lost + twice > 0)).toEqual([]);
      expect(kept.filter(({ acknowledged }) => acknowledged === 0)).toEqual([]);
    }, 390_000);

    it('visitors noticed nothing', () => {
      expect(drill.seen.filter(({ status }) => status !== 200)).toEqual([]);
    });
  },
);
