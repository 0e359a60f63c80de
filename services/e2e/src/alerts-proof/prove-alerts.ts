// `npm run prove:alerts [-- QUIET_SECONDS] [--kafka] [--only ALERT|FAULT,…]`: an ordinary time in which no alert may fire, and then one fault after another: each is to fire
// its alert within two minutes, by a real Prometheus with the shipped rules and intervals, with nothing else than what says the same of another part, and to be
// silent again after it.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { eventually, startSpanCollector, startTestKafka } from '@palisade/testing';
import { visit } from '../edge-client.ts';
import { Stack } from '../stack.ts';
import { Prometheus } from './prometheus.ts';

const LIMIT_SECONDS = 120;
/** `increase(…[5m])` sees a fault for five minutes after it. */
const SILENT_AGAIN_SECONDS = 420;
const VISIT_MS = 100;

interface Fault {
  name: string;
  alert: string;
  /** Alerts for what the same fault means for another part. */
  alsoFiring?: readonly string[];
  begin(): Promise<void>;
  end(): Promise<void>;
  /** Its rule looks back for longer than this waits: `alerts.test.yml` shows when it is silent. Such a fault comes last. */
  isRemembered?: true;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { kafka: { type: 'boolean', default: false }, only: { type: 'string' } },
});
const quietSeconds = Number(positionals[0] ?? 180);
const stack = new Stack();
const prometheus = new Prometheus();

/** @param find its process */
function hangs(
  name: string,
  alert: string,
  find: () => Promise<number> | number = () => stack.pid(name),
  alsoFiring: readonly string[] = [],
): Fault {
  let pid = 0;
  return {
    name: `${name} does not go on`,
    alert,
    alsoFiring,
    begin: async () => {
      pid = await find();
      process.kill(pid, 'SIGSTOP');
    },
    end: async () => {
      try {
        process.kill(pid, 'SIGCONT');
      } catch (error) {
        // It was replaced.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
    },
  };
}

/** The launcher stands still meanwhile, or it would start the process again. */
function staysAway(name: string, alert: string): Fault {
  return {
    name: `${name} is killed and does not come back`,
    alert,
    begin: async () => {
      process.kill(stack.launcherPid, 'SIGSTOP');
      process.kill(stack.pid(name), 'SIGKILL');
    },
    end: async () => void process.kill(stack.launcherPid, 'SIGCONT'),
  };
}

/** Each time Prometheus has seen the one before. */
function endsAgainAndAgain(name: string, alert: string): Fault {
  return {
    name: `${name} ends again and again`,
    alert,
    begin: async () => {
      for (let time = 0; time < 3; time++) {
        const pid = stack.pid(name);
        process.kill(pid, 'SIGKILL');
        await eventually(`another ${name}`, async () => {
          if (stack.pid(name) === pid) throw new Error('still the same');
        });
        // On a busy machine a start takes longer than the interval by which Prometheus asks.
        await eventually(`Prometheus having seen another ${name}`, async () => {
          if ((await prometheus.restartsOf(name)) <= time) throw new Error('not yet');
        });
      }
    },
    end: async () => undefined,
  };
}

/** So many that one which Prometheus missed does not matter. */
const HANGS = 8;

/** Each time as soon as it was replaced. */
const workerHangsAgainAndAgain: Fault = {
  name: 'workers of the edge hang, one after another',
  alert: 'EdgeWorkersReplaced',
  alsoFiring: ['EdgeWorkerStalled', 'EdgeWorkersMissing'],
  begin: async () => {
    for (let time = 0; time < HANGS; time++) {
      let pid = 0;
      await eventually('a worker', async () => {
        pid = await workerPid();
      });
      process.kill(pid, 'SIGSTOP');
      await eventually('another worker', async () => {
        if ((await workerPid()) === pid) throw new Error('still the same');
      });
    }
  },
  end: async () => undefined,
  isRemembered: true,
};

async function workerPid(): Promise<number> {
  const health = await fetch(`http://127.0.0.1:${stack.metricsPorts.edge}/health`);
  const [worker] = ((await health.json()) as { workers: { pid: number | null; listening: boolean }[] })
    .workers;
  // While it is replaced its place may be empty.
  if (!worker?.listening || worker.pid === null) throw new Error('no worker is listening');
  return worker.pid;
}

/** A worker that starts wants six of them. The two that the one before it had are free. */
const SPARE_DESCRIPTORS = 3;

/** Its open files and a few more: it answers its operator, and starts no process. */
function workerCannotBeStarted(): Fault {
  let before = '';
  const limit = (...options: string[]) =>
    execFileSync('prlimit', ['--pid', String(stack.pid('edge')), ...options], { encoding: 'utf8' });
  return {
    name: 'a worker of the edge ends, and there are no descriptors for another',
    alert: 'EdgeWorkersMissing',
    begin: async () => {
      before = limit('--nofile', '--output', 'SOFT,HARD', '--noheadings', '--raw').trim().replace(' ', ':');
      const taken = new Set(readdirSync(`/proc/${stack.pid('edge')}/fd`).map(Number));
      let bound = 0;
      for (let free = 0; free < SPARE_DESCRIPTORS; bound++) if (!taken.has(bound)) free++;
      limit(`--nofile=${bound}:${before.split(':')[1]}`);
      process.kill(await workerPid(), 'SIGKILL');
    },
    end: async () => void limit(`--nofile=${before}`),
  };
}

/** Half of what a process needs, as a disk that fills or a hand-over that breaks off leaves it. */
function hasHalfItsKeys(name: string): Fault {
  const file = () => path.join(stack.dataDirectory, 'keys', `${name}.env`);
  let whole = '';
  return {
    name: `the file of keys of ${name} is cut off`,
    alert: 'KeysBehind',
    begin: async () => {
      whole = readFileSync(file(), 'utf8');
      writeFileSync(file(), whole.slice(0, whole.length / 2));
    },
    end: async () => writeFileSync(file(), whole),
  };
}

const kafka = values.kafka ? await startTestKafka() : null;
let collector = await startSpanCollector();
process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.endpoint;
process.env.OTEL_TRACES_SAMPLER_ARG = '1';
const EVERY_FAULT: readonly Fault[] = [
  hangs('auth', 'ServiceDown'),
  hangs('gateway', 'ServiceDown'),
  hangs('logs', 'ServiceDown'),
  // The mailer is not ready without it, and where there is no Kafka it is the bus.
  hangs('redis', 'EdgeRedisAway', undefined, ['ServiceNotReady', ...(kafka === null ? ['BusAway'] : [])]),
  hangs('PostgreSQL', 'ServiceNotReady', () =>
    Number(readFileSync(path.join(stack.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]),
  ),
  hangs('the edge', 'EdgeDown', () => stack.pid('edge'), ['EdgeNodeSilent']),
  hangs('a worker of the edge', 'EdgeWorkerStalled', workerPid),
  workerCannotBeStarted(),
  {
    name: 'the collector of traces is away',
    alert: 'SpansLost',
    begin: () => collector.close(),
    end: async () => {
      collector = await startSpanCollector(Number(new URL(collector.endpoint).port));
    },
  },
  hasHalfItsKeys('edge'),
  hasHalfItsKeys('auth'),
  staysAway('billing', 'ServiceDown'),
  endsAgainAndAgain('mailer', 'ServiceRestarts'),
  ...(kafka === null
    ? []
    : [{ name: 'Kafka does not go on', alert: 'BusAway', begin: kafka.freeze, end: kafka.thaw }]),
  hangs('the edge, as another machine sees it', 'EdgeNodeSilent', () => stack.pid('edge'), ['EdgeDown']),
  workerHangsAgainAndAgain,
];

const only = values.only?.split(',');
const FAULTS = EVERY_FAULT.filter(
  ({ alert, name }) => only?.some((part) => part === alert || part === name) ?? true,
);
if (FAULTS.length === 0) throw new Error(`--only ${values.only} names no alert and no fault`);

/** Asks every second. @returns seconds until it was so; null: it was not within the limit */
async function secondsUntil(limitSeconds: number, isSo: () => Promise<boolean>): Promise<number | null> {
  const start = performance.now();
  for (;;) {
    if (await isSo()) return Math.round((performance.now() - start) / 1_000);
    if (performance.now() - start > limitSeconds * 1_000) return null;
    await sleep(1_000);
  }
}

/** What there is to undo before this may end. */
let underWay: Fault | null = null;
// A launcher that stands still would not hear that this process has ended.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void Promise.resolve(underWay?.end()).finally(() => process.exit(1)));

async function show(fault: Fault): Promise<boolean> {
  const { name, alert, alsoFiring = [], begin, end, isRemembered } = fault;
  underWay = fault;
  const begun = performance.now();
  await begin();
  const others = new Set<string>();
  const isFiring = await secondsUntil(LIMIT_SECONDS, async () => {
    const firing = await prometheus.firing();
    for (const other of firing) if (other !== alert) others.add(other);
    return firing.includes(alert);
  });
  const seconds = isFiring === null ? null : Math.round((performance.now() - begun) / 1_000);
  await end();
  underWay = null;
  const silent = await secondsUntil(SILENT_AGAIN_SECONDS, async () =>
    (await prometheus.firing()).every((other) => isRemembered && other === alert),
  );
  const cells = [name, alert, seconds ?? 'never', [...others].join(', ') || '–', silent ?? 'never'];
  console.log(`| ${cells.join(' | ')} |`);
  return seconds !== null && silent !== null && [...others].every((other) => alsoFiring.includes(other));
}

let going = true;
async function visitors(): Promise<void> {
  while (going) {
    await visit(stack.urls.demo_site, 'shop.localhost', '/').catch(() => undefined); // A fault may cost one.
    await sleep(VISIT_MS);
  }
}

try {
  await stack.start(...(kafka === null ? [] : ['--kafka-brokers', kafka.brokers]));
  await prometheus.start(stack);
  void visitors();
  const early = await secondsUntil(quietSeconds, async () => (await prometheus.firing()).length > 0);
  const noise = early === null ? 'none' : (await prometheus.firing()).join(', ');
  console.log(`alerts in ${quietSeconds} ordinary seconds: ${noise}\n`);
  console.log('| fault | alert | fires after, s | others meanwhile | all silent after its end, s |');
  console.log('|---|---|---|---|---|');
  let missed = 0;
  for (const fault of FAULTS) if (!(await show(fault))) missed++;
  console.log(
    `\n${FAULTS.length - missed} of ${FAULTS.length} faults told within ${LIMIT_SECONDS} s, and nothing beside`,
  );
  if (missed > 0 || early !== null) process.exitCode = 1;
} finally {
  going = false;
  await prometheus.stop();
  await stack.dispose();
  await kafka?.dispose();
  await collector.close();
}
