import fc from 'fast-check';
import { type PayPalHarness, startWithPayPal } from '../paypal.ts';
import { Clock } from './clock.ts';
import { Customer } from './play.ts';
import { sequences } from './steps.ts';

/** The same lives each time; `npm run prove:money` plays ten thousand others. */
const [CUSTOMERS, SEED] = [60, 7];

describe('whatever customers, PayPal, operators and time do', () => {
  let h: PayPalHarness;
  let clock: Clock;

  beforeAll(async () => {
    h = await startWithPayPal();
    clock = new Clock();
  });
  afterAll(async () => {
    clock?.restore();
    await h?.stop();
  });

  it('nobody pays twice for one thing, and no paid day is lost untold', () =>
    fc.assert(
      fc.asyncProperty(sequences, (steps) => new Customer(h, clock).play(steps)),
      { numRuns: CUSTOMERS, seed: SEED },
    ));
});
