import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { OTHER_CORE } from './processes.ts';
import { CLIENT_HOST, type Workload } from './workloads.ts';

export interface LoadResult {
  requests: number;
  errors: number;
}

/** Sends requests to a port for `seconds`. */
export type Load = (port: number, seconds: number) => Promise<LoadResult>;

/** wrk on one core: exactly the workload's bytes, over and over. */
export function wrkLoad(folder: string, workload: Workload, connections: number, scheme = 'http'): Load {
  const bytes = [...workload.request].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('');
  const script = path.join(folder, `${workload.name.replace(/\W+/g, '-')}.lua`);
  writeFileSync(script, `local bytes = "${bytes}"\nfunction request() return bytes end\n`);
  return async (port, seconds) => {
    const output = await run('wrk', [
      '-t1',
      `-c${connections}`,
      `-d${seconds}s`,
      '-s',
      script,
      // By name: wrk sends it in the TLS handshake.
      `${scheme}://${CLIENT_HOST}:${port}/`,
    ]);
    const requests = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
    const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
    const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output);
    const errors = broken === null ? 0 : broken.slice(1).reduce((sum, count) => sum + Number(count), 0);
    if (requests === 0) throw new Error(`wrk measured nothing:\n${output}`);
    return { requests, errors: errors + refused };
  };
}

/** h2load: HTTP/2 over TLS, several streams on each connection. */
export function http2Load(
  host: string,
  headers: readonly string[],
  connections: number,
  streams: number,
): Load {
  return async (port, seconds) => {
    const output = await run('h2load', [
      '-t1',
      `-c${connections}`,
      `-m${streams}`,
      `-D${seconds}`,
      `--connect-to=127.0.0.1:${port}`,
      ...headers.flatMap((header) => ['-H', header]),
      `https://${host}/`,
    ]);
    const counts = /(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout/.exec(output);
    const good = Number(/status codes: (\d+) 2xx/.exec(output)?.[1] ?? 0);
    if (counts === null || good === 0) throw new Error(`h2load measured nothing:\n${output}`);
    return { requests: good, errors: Number(counts[2]) + Number(counts[3]) + Number(counts[4]) };
  };
}

async function run(command: string, args: readonly string[]): Promise<string> {
  const child = spawn('taskset', ['-c', String(OTHER_CORE), command, ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  return output;
}
