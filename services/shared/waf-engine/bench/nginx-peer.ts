import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { BenchRequest } from './request-kinds.ts';

export interface NginxPeer {
  /** CPU microseconds of the nginx worker per request. */
  measure(request: BenchRequest, count: number): Promise<number>;
  stop(): Promise<void>;
}

const CLOCK_TICK_MICROS = 10_000;

/** nginx as a proxy in front of an upstream that answers 200 at once; `rules` is a ModSecurity file, or null for none. */
export async function startNginx(rules: string | null): Promise<NginxPeer> {
  const directory = mkdtempSync(join(tmpdir(), 'palisade-nginx-'));
  mkdirSync(join(directory, 'logs'));
  const upstream = createServer((incoming, outgoing) => {
    incoming.resume();
    incoming.on('end', () => outgoing.end('ok'));
  });
  await new Promise<void>((resolve) => upstream.listen(0, '127.0.0.1', resolve));
  const upstreamPort = (upstream.address() as AddressInfo).port;
  const port = await freePort();
  if (rules !== null) writeFileSync(join(directory, 'rules.conf'), rules);
  writeFileSync(join(directory, 'nginx.conf'), configuration(directory, port, upstreamPort, rules !== null));
  const nginx = spawn('nginx', ['-p', directory, '-c', join(directory, 'nginx.conf')], { stdio: 'ignore' });
  const worker = await workerOf(nginx, port);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  return {
    async measure(request, count) {
      for (let warm = 0; warm < 50; warm++) await send(agent, port, request);
      const before = cpuMicros(worker);
      for (let sent = 0; sent < count; sent++) await send(agent, port, request);
      return (cpuMicros(worker) - before) / count;
    },
    async stop() {
      agent.destroy();
      nginx.kill('SIGTERM');
      await new Promise<void>((resolve) => nginx.once('exit', () => resolve()));
      upstream.closeAllConnections();
      await new Promise<void>((resolve) => upstream.close(() => resolve()));
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const configuration = (directory: string, port: number, upstreamPort: number, inspect: boolean): string => `
${inspect ? 'load_module /usr/lib/nginx/modules/ngx_http_modsecurity_module.so;' : ''}
daemon off; user root; worker_processes 1; pid ${directory}/nginx.pid; error_log ${directory}/logs/error.log crit;
events { worker_connections 256; }
http {
  access_log off; keepalive_requests 1000000; client_body_buffer_size 1m;
  client_body_temp_path ${directory}/body; proxy_temp_path ${directory}/proxy; fastcgi_temp_path ${directory}/fcgi;
  uwsgi_temp_path ${directory}/uwsgi; scgi_temp_path ${directory}/scgi;
  upstream origin { server 127.0.0.1:${upstreamPort}; keepalive 8; }
  server {
    listen 127.0.0.1:${port};
    ${inspect ? `modsecurity on; modsecurity_rules_file ${directory}/rules.conf;` : ''}
    location / { proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection ""; }
  }
}`;

async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve) => probe.listen(0, '127.0.0.1', resolve));
  const { port } = probe.address() as AddressInfo;
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  return port;
}

/** Waits for nginx to listen; returns the process id of its worker. */
async function workerOf(nginx: ChildProcess, port: number): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt++) {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    const children = childrenOf(nginx.pid!);
    if (children.length > 0 && (await answers(port))) return children[0]!;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('nginx did not start');
}

function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        return Number(fieldsOf(pid)[1]) === parent;
      } catch {
        return false; // The process ended while we were looking.
      }
    });
}

/** Fields of /proc/PID/stat after the command name: [state, parent, …, utime at 11, stime at 12]. */
function fieldsOf(pid: number): string[] {
  const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** schedstat counts in nanoseconds where stat counts in ticks of 10 ms. */
function cpuMicros(pid: number): number {
  try {
    const running = Number(readFileSync(`/proc/${pid}/schedstat`, 'latin1').split(' ')[0]);
    if (running > 0) return running / 1000;
  } catch {
    // Kernels without schedstat: fall through to ticks.
  }
  const fields = fieldsOf(pid);
  return (Number(fields[11]) + Number(fields[12])) * CLOCK_TICK_MICROS;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = httpRequest({ host: '127.0.0.1', port, path: '/' }, (response) => {
      response.resume();
      response.on('end', () => resolve(true));
    });
    probe.on('error', () => resolve(false));
    probe.end();
  });

function send(agent: Agent, port: number, request: BenchRequest): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers: Record<string, string> = {};
    for (let index = 0; index < request.headers.length; index += 2) {
      const name = request.headers[index]!;
      if (name.toLowerCase() !== 'connection') headers[name] = request.headers[index + 1]!;
    }
    const outgoing = httpRequest(
      { agent, host: '127.0.0.1', port, method: request.method, path: request.target, headers },
      (response) => {
        response.resume();
        response.on('end', () => resolve());
      },
    );
    outgoing.on('error', reject);
    outgoing.end(request.body ?? undefined);
  });
}
