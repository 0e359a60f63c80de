// `npm run bench:edge [-- --rounds N] [--variants bare,policy,rules]`
// `npm run bench:edge -- --crs [--rounds N]`: the whole way with OWASP CRS 3.3.4, blocking, against nginx with libmodsecurity.
//
// CPU time per request of one edge worker, as a ratio to nginx as a plain proxy measured in the same run: server pinned
// to one core, load generator (wrk) and origin (another nginx) to the other. All servers take turns in short rounds and
// the best of each counts: what else the machine does can only add. Prints a table and, last, one JSON object.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { MODSECURITY_MODULE, writeCrsFiles } from './crs-setup.ts';
import { runLoad, writeWrkScript } from './load.ts';
import { ATTACK, WORKLOADS } from './workloads.ts';

/** Enough that no server waits for the load, few enough that none is measured under overload. */
const CONNECTIONS = 32;
const TICKS_PER_SECOND = 100;
const ROUND_SECONDS = 1;
const WARM_UP_SECONDS = 2;
const GATES: Readonly<Record<string, { gate: number; goal: number }>> = {
  bare: { gate: 2, goal: 1.6 },
  policy: { gate: 2.6, goal: 2 },
  rules: { gate: 5, goal: 3 },
};

const { values } = parseArgs({
  options: {
    crs: { type: 'boolean', default: false },
    rounds: { type: 'string', default: '7' },
    variants: { type: 'string', default: 'bare,policy,rules' },
  },
});
const rounds = Number(values.rounds);
const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bench-'));
const children: ChildProcess[] = [];

/** CPU time (user and system) of a process, in microseconds, as Linux counts it. */
function cpuMicros(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1e6) / TICKS_PER_SECOND;
}

function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-a', '-cp', String(core), String(pid)]);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  return port;
}

interface Target {
  name: string;
  pid: number;
  port: number;
}

async function startEdge(variant: string, originPort: number, crsSetup = ''): Promise<Target> {
  const spool = path.join(folder, `spool-${variant}`);
  mkdirSync(spool);
  const child = fork(path.join(import.meta.dirname, 'edge-main.js'), [
    variant,
    String(originPort),
    spool,
    crsSetup,
  ]);
  children.push(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  pin(child.pid!, 0);
  return { name: variant, pid: child.pid!, port };
}

async function startNginx(
  name: string,
  core: number,
  server: (port: number) => string,
  preamble = '',
): Promise<Target> {
  const port = await freePort();
  const home = path.join(folder, name);
  mkdirSync(home);
  const file = path.join(home, 'nginx.conf');
  writeFileSync(
    file,
    `${preamble}daemon off; master_process off; worker_processes 1; pid ${home}/nginx.pid; error_log ${home}/error.log crit;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${home}; proxy_temp_path ${home};
  fastcgi_temp_path ${home}; uwsgi_temp_path ${home}; scgi_temp_path ${home};
  keepalive_requests 100000000; client_body_buffer_size 64k;
  ${server(port)}
}
`,
  );
  const child = spawn('nginx', ['-c', file, '-p', home], { stdio: ['ignore', 'inherit', 'inherit'] });
  children.push(child);
  const failed = await Promise.race([
    once(child, 'error').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 500)),
  ]);
  if (failed || child.exitCode !== null) {
    throw new Error('nginx is needed for comparison (Debian: apt-get install nginx-light)');
  }
  pin(child.pid!, core);
  return { name, pid: child.pid!, port };
}

const startOrigin = () =>
  startNginx('origin', 1, (port) => {
    const page = 'x'.repeat(1_024);
    return `server { listen 127.0.0.1:${port}; default_type text/html; location / { return 200 "${page}"; } }`;
  });

const startProxy = (originPort: number, name = 'nginx', inside = '', preamble = '') =>
  startNginx(
    name,
    0,
    (port) => `upstream origin { server 127.0.0.1:${originPort}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    ${inside}
    location / {
      proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme; proxy_set_header X-Real-IP $remote_addr;
    }
  }`,
    preamble,
  );

interface Measurement {
  /** CPU microseconds per request in the best round. */
  micros: number;
  requests: number;
  errors: number;
}

async function measureInTurns(
  targets: readonly Target[],
  script: string,
  connections = CONNECTIONS,
): Promise<Record<string, Measurement>> {
  const samples = new Map(
    targets.map((target) => [target.name, { micros: [] as number[], requests: 0, errors: 0 }]),
  );
  for (const target of targets) await runLoad(target.port, script, connections, WARM_UP_SECONDS);
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) {
      const before = cpuMicros(target.pid);
      const load = await runLoad(target.port, script, connections, ROUND_SECONDS);
      const sample = samples.get(target.name)!;
      sample.micros.push((cpuMicros(target.pid) - before) / load.requests);
      sample.requests += load.requests;
      sample.errors += load.errors;
    }
  }
  const measured: Record<string, Measurement> = {};
  for (const [name, sample] of samples) measured[name] = { ...sample, micros: Math.min(...sample.micros) };
  return measured;
}

const geometricMean = (numbers: readonly number[]) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);

async function main(): Promise<void> {
  const { port: originPort } = await startOrigin();
  const nginx = await startProxy(originPort);
  const variants = values.variants.split(',');
  const edges = await Promise.all(variants.map((variant) => startEdge(variant, originPort)));
  const results: Record<string, Record<string, Measurement>> = {};
  for (const workload of WORKLOADS) {
    results[workload.name] = await measureInTurns([nginx, ...edges], writeWrkScript(folder, workload));
  }
  report(variants, results);
}

/** Half-done requests at the end of a round are paid for, not counted: few at a time where one takes milliseconds. */
const crsConnections = (workload: string) => (workload.endsWith('JSON') ? 1 : 8);
const CRS_GATE = 8;

async function compareCrs(): Promise<void> {
  const files = writeCrsFiles(folder);
  const { port: originPort } = await startOrigin();
  const peer = await startProxy(
    originPort,
    'libmodsecurity',
    `modsecurity on; modsecurity_rules_file ${files.all};`,
    `load_module ${MODSECURITY_MODULE};\n`,
  );
  const edge = await startEdge('crs', originPort, files.setup);
  const results: Record<string, { peerMicros: number; edgeMicros: number; ratio: number }> = {};
  for (const workload of [...WORKLOADS, ATTACK]) {
    const script = writeWrkScript(folder, workload);
    const measured = await measureInTurns([peer, edge], script, crsConnections(workload.name));
    const [theirs, ours] = [measured.libmodsecurity!, measured.crs!];
    for (const { errors, requests } of [theirs, ours]) {
      if (errors !== (workload === ATTACK ? requests : 0)) {
        throw new Error(
          `${workload.name}: ${errors} of ${requests} refused; the verdicts are not the right ones`,
        );
      }
    }
    results[workload.name] = {
      peerMicros: Number(theirs.micros.toFixed(1)),
      edgeMicros: Number(ours.micros.toFixed(1)),
      ratio: Number((theirs.micros / ours.micros).toFixed(2)),
    };
  }
  console.table(results);
  const geometric = Number(geometricMean(Object.values(results).map(({ ratio }) => ratio)).toFixed(2));
  const least = Math.min(...Object.values(results).map(({ ratio }) => ratio));
  console.log(`CPU of libmodsecurity ÷ ours: least ${least}, mean ${geometric} (gate ${CRS_GATE} on each)`);
  console.log(JSON.stringify({ rounds, geometric, least, gate: CRS_GATE, results }));
}

function report(variants: readonly string[], results: Record<string, Record<string, Measurement>>): void {
  const table: Record<string, Record<string, string>> = {};
  for (const [name, row] of Object.entries(results)) {
    table[name] = { 'nginx µs': row.nginx!.micros.toFixed(1) };
    for (const variant of variants) {
      const { micros } = row[variant]!;
      table[name][`${variant} µs`] = micros.toFixed(1);
      table[name][`${variant} ×`] = (micros / row.nginx!.micros).toFixed(2);
    }
  }
  console.table(table);
  const ratios: Record<string, number> = {};
  for (const variant of variants) {
    const mean = geometricMean(Object.values(results).map((row) => row[variant]!.micros / row.nginx!.micros));
    ratios[variant] = Number(mean.toFixed(2));
    const { gate, goal } = GATES[variant] ?? { gate: Number.NaN, goal: Number.NaN };
    console.log(`${variant}: ${mean.toFixed(2)} × nginx (gate ${gate}, goal ${goal})`);
  }
  const errors = Object.values(results)
    .flatMap((row) => Object.values(row))
    .reduce((sum, m) => sum + m.errors, 0);
  console.log(JSON.stringify({ rounds, connections: CONNECTIONS, ratios, errors, results }));
}

try {
  await (values.crs ? compareCrs() : main());
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
