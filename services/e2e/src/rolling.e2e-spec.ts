import { Drill } from './chaos/drill.ts';
import { Rolling } from './chaos/rolling.ts';
import { isFailure } from './chaos/visitors.ts';
import { Stack } from './stack.ts';

const FORM = {
  visitors: 4,
  attackers: 1,
  requestsPerSecond: 80,
  faultMs: 1_000,
  restMs: 1_000,
  customerPauseMs: 1_000,
} as const;

/** The short form of `npm run chaos -- --rolling`. */
describe('two edges behind a balancer that notices late which one is not ready', () => {
  const stack = new Stack();
  let rolling: Rolling;
  let drill: Drill;

  beforeAll(async () => {
    await stack.start('--rate-limit', '100000', '--workers', '1');
    rolling = await Rolling.begin(stack, { lagMs: 4_000, drainDelayMs: 6_000 });
    drill = new Drill(stack, FORM, rolling.port);
  }, 300_000);
  afterAll(async () => {
    await drill?.stop();
    await rolling?.stop();
    await stack.dispose();
  }, 120_000);

  it('fail no visitor, and let no attack pass, while edges and services are replaced one after the other', async () => {
    await drill.run(rolling.restarts());
    expect(drill.seen.length).toBeGreaterThan(500);
    expect(drill.seen.filter(isFailure)).toEqual([]);
  }, 390_000);

  it('lose no record, account, order or mail of that time', async () => {
    const kept = await drill.kept();
    expect(kept.filter(({ lost, twice }) => lost + twice > 0)).toEqual([]);
    expect(kept.filter(({ acknowledged }) => acknowledged === 0)).toEqual([]);
  }, 150_000);
});
