// npm run prove:money [-- SEQUENCES [SEED]]: random lives of customers, each step compared with what was promised.
import fc from 'fast-check';
import { startWithPayPal } from '../../paypal.ts';
import { Clock } from '../clock.ts';
import { Customer } from '../play.ts';
import { sequences } from '../steps.ts';

/** Customers per billing service and PayPal stand-in, which keeps all orders in memory. */
const A_SERVICE = 1_000;

const [total = 10_000, seed = Date.now() % 1_000_000] = process.argv.slice(2).map(Number);
let played = 0;
let isKept = true;
while (played < total && isKept) {
  const numRuns = Math.min(A_SERVICE, total - played);
  const h = await startWithPayPal();
  const clock = new Clock();
  const life = fc.asyncProperty(sequences, (steps) => new Customer(h, clock).play(steps));
  const result = await fc.check(life, { numRuns, seed: seed + played });
  clock.restore();
  await h.stop();
  if (result.failed) {
    isKept = false;
    console.error(fc.defaultReportMessage(result));
    // The report names the steps, not what was wrong after them.
    console.error(result.errorInstance);
  }
  played += result.numRuns;
  console.log(`${played} of ${total} customers, seed ${seed}`);
}
console.log(isKept ? 'proven' : 'NOT proven');
process.exit(isKept ? 0 : 1);
