import { startTestKafka } from '@palisade/testing';
import { Drill } from './chaos/drill.ts';
import type { TestKafka } from './chaos/faults.ts';
import { canMakeNetworks, SeparateMachine } from './chaos/network.ts';
import { isFailure } from './chaos/visitors.ts';
import { Stack } from './stack.ts';

const FORM = {
  visitors: 4,
  attackers: 1,
  requestsPerSecond: 80,
  faultMs: 20_000,
  restMs: 1_500,
  customerPauseMs: 1_000,
} as const;

const canMake = canMakeNetworks();
/** Unlike a broker that hangs: connections are neither accepted nor refused, and open ones receive nothing. */
(canMake ? describe : describe.skip)(
  `a Kafka whose network is cut${canMake ? '' : ' [skipped: no networks of one’s own]'}`,
  () => {
    const stack = new Stack();
    let machine: SeparateMachine;
    let kafka: TestKafka;
    let drill: Drill;

    beforeAll(async () => {
      machine = new SeparateMachine();
      kafka = await startTestKafka({ host: machine.inside.there, within: machine.within });
      await stack.start('--rate-limit', '100000', '--workers', '1', '--kafka-brokers', kafka.brokers);
      drill = new Drill(stack, FORM);
    }, 300_000);
    afterAll(async () => {
      await drill?.stop();
      await stack.dispose();
      await kafka?.dispose();
      machine?.remove();
    }, 120_000);

    it('costs no visitor anything, and lets no attack pass', async () => {
      await drill.run([
        {
          process: 'network of kafka',
          what: 'cut',
          costs: 'nothing',
          begin: async () => machine.cutThere(machine.inside),
          end: async () => machine.mendThere(machine.inside),
        },
      ]);
      expect(drill.seen.length).toBeGreaterThan(500);
      expect(drill.seen.filter(isFailure)).toEqual([]);
    }, 240_000);

    it('loses no record, order, payment or mail of that time, and makes none of them twice', async () => {
      const kept = await drill.kept();
      expect(kept.filter(({ lost, twice }) => lost + twice > 0)).toEqual([]);
      expect(kept.filter(({ acknowledged }) => acknowledged === 0)).toEqual([]);
    }, 150_000);
  },
);
