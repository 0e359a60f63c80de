// `npm run soak [-- --minutes N] [--requests-per-second N]`: an hour of ordinary load, and whether anything grew that must not: memory and
// descriptors of every process, connections, outboxes, the bus, the edge's disk. What is judged begins after the first quarter. Less than an hour tells
// descriptors and tables as well, but memory only roughly: heaps take their time to find their size. A real Prometheus evaluates the shipped alert rules
// the whole time, and none may fire; beside one that does stands how busy the machine was, as processes that get no CPU are slow for that reason alone.

import { loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { MINUTE_MS } from '@palisade/basics';
import { Prometheus } from '../alerts-proof/prometheus.ts';
import { Customers } from '../chaos/customers.ts';
import { Visitors } from '../chaos/visitors.ts';
import { Stack } from '../stack.ts';
import { growthOf } from './growth.ts';
import { type Sample, Sampler } from './samples.ts';

const MAX_MINUTES = 24 * 60;
const MAX_REQUESTS_PER_SECOND = 10_000;
const SAMPLES = 120;
const VISITORS = 8;
const CUSTOMER_PAUSE_MS = 5_000;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    'requests-per-second': { type: 'string', default: '50' },
  },
});
function number(name: keyof typeof values, max: number): number {
  const value = Number(values[name]);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`--${name} must be a whole number from 1 to ${max}`);
}
const minutes = number('minutes', MAX_MINUTES);
const requestsPerSecond = number('requests-per-second', MAX_REQUESTS_PER_SECOND);

const stack = new Stack();
const prometheus = new Prometheus();
let sampler: Sampler | null = null;
let visitors: Visitors | null = null;
let customers: Customers | null = null;
try {
  await stack.start('--rate-limit', '1000000');
  visitors = new Visitors(Number(new URL(stack.urls.demo_site).port), {
    visitors: VISITORS,
    requestsPerSecond,
    invents: true,
  });
  await visitors.begin();
  customers = new Customers(stack, CUSTOMER_PAUSE_MS);
  sampler = await Sampler.start(stack);
  await prometheus.start(stack);
  const begun = new Date();
  /** Of the last minute, at each sample. */
  const loads: { at: number; load: number }[] = [];
  const samples: Sample[] = [];
  console.log(
    `${minutes} minutes, ${requestsPerSecond} requests/s by ${VISITORS} visitors, a customer each 5 s`,
  );
  for (let taken = 0; taken < SAMPLES; taken++) {
    await sleep((minutes * MINUTE_MS) / SAMPLES);
    samples.push(await sampler.take());
    loads.push({ at: Date.now(), load: loadavg()[0]! });
  }
  await Promise.all([visitors.stop(), customers.stop()]);
  const growth = growthOf(samples);
  console.log('\n| what | after a quarter | at the end | |\n|---|---:|---:|---|');
  for (const { what, before, after, isFlat } of growth)
    console.log(
      `| ${what} | ${valueText(what, before)} | ${valueText(what, after)} | ${isFlat ? '' : 'grew'} |`,
    );
  const failed = visitors.seen.filter(({ status }) => status !== 200).length;
  console.log(
    `\n${visitors.seen.length} requests, ${failed} failed; ${customers.calls} calls, ${customers.failures} failed`,
  );
  const grown = growth.filter(({ isFlat }) => !isFlat);
  console.log(`${grown.length} of ${growth.length} grew`);
  for (const { what, course } of grown)
    console.log(`${what}, by tenths: ${course.map((value) => valueText(what, value)).join(', ')}`);
  const fired = await prometheus.firedSince(begun);
  const busiest = Math.max(...loads.map(({ load }) => load));
  console.log(
    `${fired.length} alerts fired; load ${loads[0]!.load.toFixed(1)} at first, ${busiest.toFixed(1)} at most`,
  );
  for (const { name, labels, at, seconds } of fired) {
    const load = loads.find((it) => it.at >= Number(at))?.load ?? loads.at(-1)!.load;
    const of = labels.job ?? labels.node ?? '';
    console.log(`${name} ${of} at ${at.toISOString()} for ${seconds} s, load ${load.toFixed(1)}`);
  }
  if (grown.length > 0 || failed > 0 || fired.length > 0) process.exitCode = 1;
} finally {
  await Promise.all([visitors?.stop(), customers?.stop(), sampler?.stop(), prometheus.stop()]);
  await stack.dispose();
}

function valueText(what: string, value: number): string {
  const isBytes = /^(memory|bytes) of/.test(what);
  return isBytes ? `${(value / 1024 / 1024).toFixed(1)} MiB` : String(Math.round(value));
}
