import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding } from './finding.ts';
import { runScanner } from './run-scanner.ts';

/** Where the demo puts what visitors send into SQL. */
export const SQL_TARGETS = {
  'number in a query': ['/item?id=1', '-p', 'id'],
  'string in a query': ['/search?q=chair', '-p', 'q'],
  'string in a form': ['/login', '--data', 'name=eve&password=x', '-p', 'name'],
  'number in JSON': ['/api/items', '--data', '{"id":1}', '-p', 'id'],
  'number in a cookie': ['/profile', '--cookie', 'favourite=1*'],
} as const;

export type SqlTarget = keyof typeof SQL_TARGETS;

export interface SqlmapRun {
  readonly port: number;
  readonly target: SqlTarget;
  readonly tamper?: string;
  readonly seconds: number;
}

/** sqlmap at its most thorough: all techniques, level 5, risk 3. */
export async function runSqlmap({ port, target, tamper, seconds }: SqlmapRun): Promise<Finding> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-sqlmap-'));
  const [page, ...args] = SQL_TARGETS[target];
  try {
    const { text, ...took } = await runScanner(
      'sqlmap',
      [
        '-u',
        `http://localhost:${port}${page}`,
        ...args,
        '--batch',
        '--disable-coloring',
        '--flush-session',
        '--level=5',
        '--risk=3',
        '--time-sec=1',
        '--ignore-code=403',
        `--output-dir=${folder}`,
        ...(tamper === undefined ? [] : [`--tamper=${tamper}`]),
      ],
      seconds,
    );
    const types = [...text.matchAll(/^ {4}Type: (.+)$/gm)].map(([, type]) => type!);
    return { scanner: 'sqlmap', what: tamper ?? target, found: [...new Set(types)], ...took, said: text };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** The names of the tamper scripts that this sqlmap has. */
export async function tamperScripts(): Promise<string[]> {
  const { text } = await runScanner('sqlmap', ['--list-tampers', '--disable-coloring'], 60);
  return [...text.matchAll(/^\* (\w+)\.py/gm)].map(([, name]) => name!);
}
