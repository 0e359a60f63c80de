import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { freePort } from '@palisade/testing';
import { WORKER_FLAGS } from '../node/ipc/worker-flags.ts';
import type { EdgeRecording, EdgeSettings } from './edge-settings.ts';
import { endsWithUs, MEASURED_CORE, OTHER_CORE, pin } from './processes.ts';

/** A server under measurement. */
export interface Target {
  name: string;
  pid: number;
  port: number;
  /** 0: it has no TLS. */
  tlsPort: number;
}

export interface EdgeTarget extends Target {
  /** From now on this much of the site's requests is recorded. */
  record(recording: EdgeRecording): Promise<void>;
}

/** Certificate and key, as files for nginx and as text for the edge. */
export interface BenchCertificate {
  certFile: string;
  keyFile: string;
  cert: string;
  key: string;
}

/** Where an edge writes its log. */
export const spoolFolderOf = (folder: string, name: string): string => path.join(folder, `spool-${name}`);

export async function startEdge(
  folder: string,
  variant: EdgeSettings['variant'],
  settings: Omit<EdgeSettings, 'variant' | 'spoolFolder'>,
  name: string = variant,
): Promise<EdgeTarget> {
  const spoolFolder = spoolFolderOf(folder, name);
  mkdirSync(spoolFolder);
  const all: EdgeSettings = { variant, spoolFolder, ...settings };
  return startForked('edge-main.js', name, JSON.stringify(all));
}

export const startHttpProxy = (originPort: number): Promise<Target> =>
  startForked('http-proxy-main.js', 'http-proxy', String(originPort));

async function startForked(script: string, name: string, argument: string): Promise<EdgeTarget> {
  const child = endsWithUs(
    fork(path.join(import.meta.dirname, script), [argument], { execArgv: [...WORKER_FLAGS] }),
  );
  const started = await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${name} did not start`);
    }),
  ]);
  const [{ port, tlsPort }] = started as [{ port: number; tlsPort: number }];
  pin(child.pid!, MEASURED_CORE);
  const record = async (recording: EdgeRecording) => {
    const done = once(child, 'message');
    child.send(recording);
    await done;
  };
  return { name, pid: child.pid!, port, tlsPort, record };
}

async function startNginx(
  folder: string,
  name: string,
  core: number,
  server: (port: number, tlsPort: number) => string,
  preamble = '',
): Promise<Target> {
  const port = await freePort();
  const tlsPort = await freePort();
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
  ${server(port, tlsPort)}
}
`,
  );
  const child = endsWithUs(
    spawn('nginx', ['-c', file, '-p', home], { stdio: ['ignore', 'inherit', 'inherit'] }),
  );
  const failed = await Promise.race([
    once(child, 'error').then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 500)),
  ]);
  if (failed || child.exitCode !== null) {
    throw new Error('nginx is needed for comparison (Debian: apt-get install nginx-light)');
  }
  pin(child.pid!, core);
  return { name, pid: child.pid!, port, tlsPort };
}

const PAGE_BYTES = 1_024;
/** nginx takes no longer word than 4 KiB in its configuration. */
const WORD_BYTES = 2_048;

/** @param page HTML without quotes, `$` and backslashes, in ASCII. */
export const startOrigin = (folder: string, page = 'x'.repeat(PAGE_BYTES)) => {
  const words = page.match(new RegExp(`.{1,${WORD_BYTES}}`, 'gs')) ?? [];
  const sets = words.map((word, n) => `set $word${n} "${word}";`).join(' ');
  const whole = words.map((_, n) => `\${word${n}}`).join('');
  return startNginx(
    folder,
    'origin',
    OTHER_CORE,
    (port) =>
      `server { listen 127.0.0.1:${port}; default_type text/html; location / { ${sets} return 200 "${whole}"; } }`,
  );
};

export interface ProxyOptions {
  name: string;
  /** Directives of the server block. */
  inside?: string;
  /** Directives of the http block. */
  around?: string;
  /** Before everything else. */
  preamble?: string;
  certificate?: BenchCertificate;
}

/**
 * nginx as operators run it before an application: keep-alive towards the origin, the usual forwarding headers, HTTP/2
 * on the TLS port, TLS sessions kept; nothing that it could leave out.
 */
export const startProxy = (folder: string, originPort: number, options: ProxyOptions) =>
  startNginx(
    folder,
    options.name,
    MEASURED_CORE,
    (port, tlsPort) => {
      const { certificate, inside = '', around = '' } = options;
      const tls =
        certificate === undefined
          ? ''
          : `listen 127.0.0.1:${tlsPort} ssl http2; ssl_certificate ${certificate.certFile}; ssl_certificate_key ${certificate.keyFile};
    ssl_protocols TLSv1.2 TLSv1.3; ssl_session_cache shared:SSL:10m;`;
      return `${around}
  upstream origin { server 127.0.0.1:${originPort}; keepalive 64; keepalive_requests 100000000; }
  server {
    listen 127.0.0.1:${port}; ${tls}
    ${inside}
    location / {
      proxy_pass http://origin; proxy_http_version 1.1; proxy_set_header Connection "";
      proxy_set_header Host $host; proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto $scheme; proxy_set_header X-Real-IP $remote_addr;
    }
  }`;
    },
    options.preamble,
  );
