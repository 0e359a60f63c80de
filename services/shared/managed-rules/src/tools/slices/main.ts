// `npm run waf:slices -- [--kib 1024] [--sensitivity high] [--repeat 3] [--seconds 600] [--only TEXT] [--most-ms MS] [--what 5]`
//
// For how long hostile requests hold a worker's event loop at a stretch, and how much CPU they cost in all: worst cases of
// each body processor, character set, transfer coding, header, cookie and part, under the managed rules, in slices as the edge
// runs them and with the flags that its workers have. A request is run once to warm up, and up to `--repeat` times as long as
// its share of `--seconds` lasts. `longest ms` is the work: the shortest of each stretch's runs, CPU of the thread. `with GC ms`
// is the longest of all runs, in which the collector's turns stand too, and `by the clock` what the machine made of it. Ends with
// an error if a stretch is longer than `--most-ms`, a request does not end, or time is over before all have had a turn.
//
// Then `--what N` (default 5) requests with the longest stretches are run once more under a sampler, and of their two longest
// stretches it says what took most: the function, the way to it, the collector. A turn there has the sampler's own work in it.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { managedSite } from '../score/judge.ts';
import { hostileRequests } from './hostile-requests.ts';
import { costOf, whatRanLongest } from './measure.ts';

const STRETCHES_SHOWN = 2;
const SENSITIVITIES = ['low', 'medium', 'high'] as const;

const { values } = parseArgs({
  options: {
    kib: { type: 'string', default: '1000' },
    sensitivity: { type: 'string', default: 'high' },
    repeat: { type: 'string', default: '3' },
    seconds: { type: 'string', default: '600' },
    only: { type: 'string', default: '' },
    'most-ms': { type: 'string' },
    what: { type: 'string', default: '5' },
  },
});
const sensitivity = SENSITIVITIES.find((one) => one === values.sensitivity);
if (sensitivity === undefined) throw new Error(`--sensitivity is one of ${SENSITIVITIES.join(', ')}`);
const site = managedSite(sensitivity);
const chosen = hostileRequests(Number(values.kib) * 1024).filter(({ name }) => name.includes(values.only));

const all: number[] = [];
const until = performance.now() + Number(values.seconds) * 1000;
let left = chosen.length;
const rows = chosen.flatMap((request) => {
  if (performance.now() > until) return [];
  // Time that one leaves unused goes to the following ones.
  const share = (until - performance.now()) / left--;
  const cost = costOf(site, request, Number(values.repeat), share);
  const { stretches, total, refusedBy, isEndless } = cost;
  for (const stretch of stretches) all.push(stretch);
  if (isEndless) process.exitCode = 1;
  const kib = Math.max(request.body.length, request.target.length + request.headers.join('').length) / 1024;
  return [
    {
      request: request.name,
      'longest ms': round(Math.max(...stretches)),
      'with GC ms': round(cost.longestOfAll),
      'by the clock': round(cost.longestByClock),
      'p99 ms': round(percentile(stretches, 0.99)),
      slices: stretches.length,
      'total ms': round(total),
      'ms/KiB': round(total / kib),
      'refused by': isEndless ? 'given up' : (refusedBy ?? ''),
    },
  ];
});
const ordered = rows.toSorted((left, right) => right['longest ms'] - left['longest ms']);
console.table(ordered);
const longest = Math.max(...all);
console.log(
  `${rows.length} requests, ${all.length} stretches: p50 ${round(percentile(all, 0.5))} ms, ` +
    `p99 ${round(percentile(all, 0.99))} ms, p99.9 ${round(percentile(all, 0.999))} ms, longest ${round(longest)} ms, ` +
    `with GC ${Math.max(...rows.map((row) => row['with GC ms']))} ms; ` +
    `most in all ${Math.max(...rows.map((row) => row['total ms']))} ms; load ${loadavg()
      .map((load) => load.toFixed(1))
      .join(' ')}`,
);
for (const { request } of ordered.slice(0, Number(values.what))) {
  console.log(request);
  for (const { stretch, milliseconds, ran } of whatRanLongest(site, byName(request), STRETCHES_SHOWN))
    console.log(`  stretch ${stretch}, ${round(milliseconds)} ms\n    ${ran.join('\n    ')}`);
}
if (left > 0) {
  console.error(`${left} of ${chosen.length} requests had no turn in ${values.seconds} s`);
  process.exitCode = 1;
}
if (values['most-ms'] !== undefined && longest > Number(values['most-ms'])) process.exitCode = 1;

function byName(wanted: string) {
  return chosen.find(({ name }) => name === wanted)!;
}

function percentile(numbers: readonly number[], part: number): number {
  const sorted = numbers.toSorted((left, right) => left - right);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))]!;
}

function round(milliseconds: number): number {
  return Math.round(milliseconds * 100) / 100;
}
