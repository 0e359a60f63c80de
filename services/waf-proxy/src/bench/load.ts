import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Workload } from './workloads.ts';

export interface LoadResult {
  requests: number;
  errors: number;
}

/** Writes a workload as a script for wrk: exactly these bytes, over and over. */
export function writeWrkScript(folder: string, workload: Workload): string {
  const bytes = [...workload.request].map((byte) => `\\${String(byte).padStart(3, '0')}`).join('');
  const file = path.join(folder, `${workload.name.replace(/\W+/g, '-')}.lua`);
  writeFileSync(file, `local bytes = "${bytes}"\nfunction request() return bytes end\n`);
  return file;
}

/** wrk on one core, keep-alive connections, for so many seconds. */
export async function runLoad(
  port: number,
  script: string,
  connections: number,
  seconds: number,
): Promise<LoadResult> {
  const url = `http://127.0.0.1:${port}/`;
  const args = ['-c', '1', 'wrk', '-t1', `-c${connections}`, `-d${seconds}s`, '-s', script, url];
  const child = spawn('taskset', args, { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await new Promise((resolve) => child.once('close', resolve));
  const requests = Number(/(\d+) requests in/.exec(output)?.[1] ?? 0);
  const refused = Number(/Non-2xx or 3xx responses: (\d+)/.exec(output)?.[1] ?? 0);
  const broken = /Socket errors: connect (\d+), read (\d+), write (\d+), timeout (\d+)/.exec(output);
  const errors = broken === null ? 0 : broken.slice(1).reduce((sum, count) => sum + Number(count), 0);
  if (requests === 0) throw new Error(`wrk measured nothing:\n${output}`);
  return { requests, errors: errors + refused };
}
