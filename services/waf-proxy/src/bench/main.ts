// `npm run bench:edge [-- --seconds N] [--variants bare,policy,rules]`
//
// CPU time per request of one edge worker, as a ratio to nginx as a plain proxy measured in the same run: server pinned
// to one core, load generator and origin to the other. Prints a table and, last, one JSON object.
import { type ChildProcess, fork, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { runLoad } from './load.ts';
import { WORKLOADS } from './workloads.ts';

const CONNECTIONS = 16;
const TICKS_PER_SECOND = 100;
const GATES: Readonly<Record<string, { gate: number; goal: number }>> = {
  bare: { gate: 2, goal: 1.6 },
  policy: { gate: 2.6, goal: 2 },
  rules: { gate: 5, goal: 3 },
};

const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '4' },
    variants: { type: 'string', default: 'bare,policy,rules' },
  },
});
const seconds = Number(values.seconds);
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

async function startOrigin(): Promise<number> {
  const port = await freePort();
  const child = fork(path.join(import.meta.dirname, 'origin-main.js'), [String(port)]);
  children.push(child);
  await once(child, 'message');
  pin(child.pid!, 1);
  return port;
}

interface Target {
  name: string;
  pid: number;
  port: number;
}

async function startEdge(variant: string, originPort: number): Promise<Target> {
  const spool = path.join(folder, `spool-${variant}`);
  mkdirSync(spool);
  const child = fork(path.join(import.meta.dirname, 'edge-main.js'), [variant, String(originPort), spool]);
  children.push(child);
  const [{ port }] = (await once(child, 'message')) as [{ port: number }];
  pin(child.pid!, 0);
  return { name: variant, pid: child.pid!, port };
}

async function startNginx(originPort: number): Promise<Target | null> {
  const port = await freePort();
  const file = path.join(folder, 'nginx.conf');
  writeFileSync(
    file,
    `daemon off; master_process off; worker_processes 1; pid ${folder}/nginx.pid; error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off; client_body_temp_path ${folder}; proxy_temp_path ${folder};
  fastcgi_temp_path ${folder}; uwsgi_temp_path ${folder}; scgi_temp_path ${folder};
  keepalive_requests 100000000; client_body_buffer_size 64k;
  upstream origin { server 127.0.0.1:${originPort}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme; proxy_set_header X-Real-IP $remote_addr;
    }
  }
}
`,
  );
  const child = spawn('nginx', ['-c', file, '-p', folder], { stdio: ['ignore', 'inherit', 'inherit'] });
  children.push(child);
  const failed = await Promise.race([
    once(child, 'error').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 500)),
  ]);
  if (failed || child.exitCode !== null) return null;
  pin(child.pid!, 0);
  return { name: 'nginx', pid: child.pid!, port };
}

interface Measurement {
  micros: number;
  requestsPerSecond: number;
  errors: number;
}

async function measure(target: Target, request: Buffer): Promise<Measurement> {
  await runLoad(target.port, request, CONNECTIONS, Math.max(2, seconds / 2));
  const before = cpuMicros(target.pid);
  const load = await runLoad(target.port, request, CONNECTIONS, seconds);
  return {
    micros: (cpuMicros(target.pid) - before) / load.requests,
    requestsPerSecond: load.requests / load.seconds,
    errors: load.errors,
  };
}

const geometricMean = (numbers: readonly number[]) =>
  Math.exp(numbers.reduce((sum, number) => sum + Math.log(number), 0) / numbers.length);

async function main(): Promise<void> {
  pin(process.pid, 1);
  const originPort = await startOrigin();
  const nginx = await startNginx(originPort);
  if (nginx === null) throw new Error('nginx is needed for comparison (Debian: apt-get install nginx-light)');
  const variants = values.variants.split(',');
  const edges = await Promise.all(variants.map((variant) => startEdge(variant, originPort)));
  const results: Record<string, Record<string, Measurement>> = {};
  for (const workload of WORKLOADS) {
    const row: Record<string, Measurement> = {};
    for (const target of [nginx, ...edges]) row[target.name] = await measure(target, workload.request);
    results[workload.name] = row;
  }
  report(variants, results);
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
  console.log(JSON.stringify({ seconds, connections: CONNECTIONS, ratios, errors, results }));
}

try {
  await main();
} finally {
  for (const child of children) child.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
}
