// `npm run chaos [-- --full] [--kafka] [--only NAME,…] [--requests-per-second N] [--fault-seconds N]`: every process of a running product
// is killed or stands still while visitors ask and customers register and order; what they saw, and what was kept.
//
// `npm run chaos -- --rolling [--lag-seconds N]`: two edges behind a balancer that is late, and everything replaced in order instead.
// `npm run chaos -- --upgrade-from FOLDER`: the same, from the version in FOLDER, a built checkout, to this one.
import path from 'node:path';
import { parseArgs } from 'node:util';
import { startTestKafka } from '@palisade/testing';
import { canMount } from '../small-disk.ts';
import { Stack } from '../stack.ts';
import { Drill, type DrillOptions, type Observed } from './drill.ts';
import { diskFull, everyFault, type Fault, hangsAndDies } from './faults.ts';
import { Rolling } from './rolling.ts';
import { isFailure } from './visitors.ts';

const MAX_REQUESTS_PER_SECOND = 10_000;
const MAX_FAULT_SECONDS = 600;
/** Of what is lost. */
const MAX_NAMED = 10;
/** All are counted at the end. */
const MAX_MAILS = 100_000;
const root = path.resolve(import.meta.dirname, '../../../..');
/** An edge serves on for longer than its balancer is late: the check that finds it out comes later, too. */
const SERVES_ON_MS = 3_000;
/** What an edge process that is killed answered so shortly before may be missing in the log; its writer's gap is 1 ms. */
const UNWRITTEN_MS = 10;
const FORMS = {
  short: {
    visitors: 16,
    attackers: 2,
    requestsPerSecond: 100,
    faultMs: 2_000,
    restMs: 1_500,
    customerPauseMs: 500,
  },
  full: {
    visitors: 64,
    attackers: 8,
    requestsPerSecond: 500,
    faultMs: 15_000,
    restMs: 10_000,
    customerPauseMs: 1_000,
  },
} as const satisfies Record<string, DrillOptions>;

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    kafka: { type: 'boolean', default: false },
    only: { type: 'string' },
    'requests-per-second': { type: 'string' },
    'fault-seconds': { type: 'string' },
    'lag-seconds': { type: 'string' },
    rolling: { type: 'boolean', default: false },
    'upgrade-from': { type: 'string' },
  },
});
const form = FORMS[values.full ? 'full' : 'short'];
const options: DrillOptions = {
  ...form,
  requestsPerSecond: number('requests-per-second', form.requestsPerSecond, MAX_REQUESTS_PER_SECOND),
  faultMs: number('fault-seconds', form.faultMs / 1_000, MAX_FAULT_SECONDS) * 1_000,
};

function number(
  name: 'requests-per-second' | 'fault-seconds' | 'lag-seconds',
  fallback: number,
  max: number,
): number {
  const value = Number(values[name] ?? fallback);
  if (Number.isInteger(value) && value >= 1 && value <= max) return value;
  throw new Error(`--${name} must be a whole number from 1 to ${max}`);
}

function row({ fault, seen }: Observed): string {
  const failed = seen.filter(isFailure);
  const kinds = Map.groupBy(failed, ({ status, error }) => (status === 0 ? error : String(status)));
  const counts = [...kinds].map(([kind, all]) => `${all.length} × ${kind}`).join(', ') || '–';
  const slowest = Math.round(seen.reduce((most, { ms }) => Math.max(most, ms), 0));
  return `| ${[fault.process, fault.what, seen.length, failed.length, counts, slowest].join(' | ')} |`;
}

/** Requests that failed beyond what the fault may cost. */
const unexcused = ({ fault, seen }: Observed): number => {
  const failed = seen.filter(isFailure).length;
  const excused = { nothing: 0, 'what is under way': options.visitors, all: failed };
  return Math.max(0, failed - excused[fault.costs]);
};

/** Records that a killed process cannot have written: of what was under way in it, or answered a moment before. */
function excusedRecords({ fault, hitAt, seen }: Observed, lost: ReadonlySet<string>): number {
  if (fault.costs !== 'what is under way') return 0;
  return seen.filter(({ id, ms, at }) => lost.has(id) && at - ms <= hitAt && at >= hitAt - UNWRITTEN_MS)
    .length;
}

const DISK_MEGABYTES = 2_000;
const LAG_SECONDS = 15;
const lagMs = number('lag-seconds', LAG_SECONDS, MAX_FAULT_SECONDS) * 1_000;
const before = values['upgrade-from'];
const isRolling = values.rolling || before !== undefined;
const isOnSmallDisk = values.full && !isRolling && canMount();
const stack = new Stack({
  ...(isOnSmallDisk && { diskMegabytes: DISK_MEGABYTES }),
  ...(before !== undefined && { checkout: path.resolve(before) }),
});
let rolling = null as Rolling | null;

async function chosenFaults(): Promise<Fault[]> {
  if (!isRolling) {
    const ofProcesses = (values.full ? everyFault : hangsAndDies)(stack, kafka);
    return [...ofProcesses, ...(isOnSmallDisk ? [diskFull(stack)] : [])];
  }
  rolling = await Rolling.begin(stack, { lagMs, drainDelayMs: lagMs + SERVES_ON_MS });
  return before === undefined ? rolling.restarts() : rolling.upgrade(() => stack.startFrom(root));
}

const kafka = values.kafka ? await startTestKafka() : null;
try {
  const brokers = kafka === null ? [] : ['--kafka-brokers', kafka.brokers];
  // Not as an option: an older version refuses one that it does not know.
  process.env.PALISADE_INBOX_MAILS = String(MAX_MAILS);
  await stack.start('--rate-limit', '1000000', ...brokers);
  const all = await chosenFaults();
  const drill = new Drill(stack, options, rolling?.port);
  const faults = all.filter(
    ({ process: name }) => values.only === undefined || values.only.split(',').includes(name),
  );
  if (faults.length === 0) throw new Error(`--only ${values.only} names no process`);
  console.log(
    `${options.requestsPerSecond} requests/s by ${options.visitors} visitors, each fault for ${options.faultMs / 1_000} s\n`,
  );
  console.log('| process | fault | requests | failed | how | slowest, ms |');
  console.log('|---|---|---:|---:|---|---:|');
  await drill.run(faults, (observed) => console.log(row(observed)));
  const kept = await drill.kept();
  console.log('\n| acknowledged | number | lost | twice |');
  console.log('|---|---:|---:|---:|');
  for (const { what, acknowledged, lost, twice } of kept) {
    console.log(`| ${what} | ${acknowledged} | ${lost} | ${twice} |`);
  }
  for (const { what, lostIds } of kept.filter(({ lost }) => lost > 0)) {
    console.log(`\n${what}, lost: ${lostIds.slice(0, MAX_NAMED).join('; ')}`);
  }
  let excused = 0;
  const lostIds = new Set(kept.flatMap((kind) => kind.lostIds));
  for (const observed of drill.observed) {
    const { fault, hitAt, seen } = observed;
    const lost = seen.filter(({ id }) => lostIds.has(id));
    if (lost.length === 0) continue;
    const times = lost.map(({ at }) => Math.round(at - hitAt));
    console.log(
      `\n${fault.process}, ${fault.what}: ${lost.length} lost, answered ${Math.min(...times)} to ${Math.max(...times)} ms after it, such as ${lost[0]!.id}`,
    );
    excused += excusedRecords(observed, lostIds);
  }
  const { calls, failures } = drill.calls;
  const failed = drill.observed.reduce((sum, observed) => sum + unexcused(observed), 0);
  console.log(`\nof ${calls} API calls ${failures} failed while their service was away`);
  console.log(
    `${failed} requests failed beyond what was under way in an edge process that was hit, and those that found the only edge gone`,
  );
  const faulty = kept.reduce((sum, { lost, twice }) => sum + lost + twice, 0) - excused;
  if (failed > 0 || faulty > 0) process.exitCode = 1;
} finally {
  await rolling?.stop();
  await stack.dispose();
  await kafka?.dispose();
}
