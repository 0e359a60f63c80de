// `npm run prove:alerts [-- QUIET_SECONDS]`: an ordinary time in which no alert may fire, and then one fault after another: each is to fire
// its alert within two minutes, by a real Prometheus with the shipped rules and intervals, and to be silent again after it.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { visit } from '../edge-client.ts';
import { Stack } from '../stack.ts';
import { Prometheus } from './prometheus.ts';

/** The internal ports of the launcher: five services, each with its gRPC port beside it, then the edge. */
const PORTS = { auth: 0, billing: 2, domains: 4, logs: 6, mailer: 8, edge: 10 } as const;
const LIMIT_SECONDS = 120;
/** `increase(…[5m])` sees a fault for five minutes after it. */
const SILENT_AGAIN_SECONDS = 420;
const VISIT_MS = 100;

interface Fault {
  name: string;
  alert: string;
  pid(): Promise<number> | number;
}

const quietSeconds = Number(process.argv[2] ?? 180);
const stack = new Stack();
const prometheus = new Prometheus();

const hangs = (name: string, alert: string): Fault => ({
  name: `${name} does not go on`,
  alert,
  pid: () => stack.pid(name),
});
const FAULTS: readonly Fault[] = [
  hangs('auth', 'ServiceDown'),
  hangs('gateway', 'ServiceDown'),
  hangs('logs', 'ServiceDown'),
  hangs('redis', 'EdgeRedisAway'),
  {
    name: 'PostgreSQL does not go on',
    alert: 'ServiceNotReady',
    pid: () =>
      Number(
        readFileSync(path.join(stack.dataDirectory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0],
      ),
  },
  { name: 'the edge does not go on', alert: 'EdgeDown', pid: () => stack.pid('edge') },
  {
    name: 'a worker of the edge does not go on',
    alert: 'EdgeWorkerStalled',
    pid: async () => {
      const health = await fetch(`http://127.0.0.1:${stack.internalPort + PORTS.edge}/health`);
      return ((await health.json()) as { workers: { pid: number }[] }).workers[0]!.pid;
    },
  },
];

/** Asks every second. @returns seconds until it was so; null: it was not within the limit */
async function secondsUntil(limitSeconds: number, isSo: () => Promise<boolean>): Promise<number | null> {
  const start = performance.now();
  for (;;) {
    if (await isSo()) return Math.round((performance.now() - start) / 1_000);
    if (performance.now() - start > limitSeconds * 1_000) return null;
    await sleep(1_000);
  }
}

async function show({ name, alert, pid }: Fault): Promise<boolean> {
  const stopped = await pid();
  process.kill(stopped, 'SIGSTOP');
  const seconds = await secondsUntil(LIMIT_SECONDS, async () => (await prometheus.firing()).includes(alert));
  const others = (await prometheus.firing()).filter((other) => other !== alert);
  try {
    process.kill(stopped, 'SIGCONT');
  } catch {
    // It was replaced.
  }
  const silent = await secondsUntil(
    SILENT_AGAIN_SECONDS,
    async () => (await prometheus.firing()).length === 0,
  );
  const cells = [name, alert, seconds ?? 'never', [...new Set(others)].join(', ') || '–', silent ?? 'never'];
  console.log(`| ${cells.join(' | ')} |`);
  return seconds !== null && silent !== null;
}

let going = true;
async function visitors(): Promise<void> {
  while (going) {
    await visit(stack.urls.demo_site, 'shop.localhost', '/').catch(() => undefined); // A fault may cost one.
    await sleep(VISIT_MS);
  }
}

try {
  await stack.start();
  const ports = Object.entries(PORTS).map(([name, offset]) => [name, stack.internalPort + offset]);
  const { port } = new URL(stack.urls.dashboard);
  await prometheus.start({ ...Object.fromEntries(ports), gateway: Number(port) });
  void visitors();
  const early = await secondsUntil(quietSeconds, async () => (await prometheus.firing()).length > 0);
  const noise = early === null ? 'none' : (await prometheus.firing()).join(', ');
  console.log(`alerts in ${quietSeconds} ordinary seconds: ${noise}\n`);
  console.log('| fault | alert | fires after, s | others meanwhile | all silent after its end, s |');
  console.log('|---|---|---|---|---|');
  let missed = 0;
  for (const fault of FAULTS) if (!(await show(fault))) missed++;
  console.log(`\n${FAULTS.length - missed} of ${FAULTS.length} faults told within ${LIMIT_SECONDS} s`);
  if (missed > 0 || early !== null) process.exitCode = 1;
} finally {
  going = false;
  await prometheus.stop();
  await stack.dispose();
}
