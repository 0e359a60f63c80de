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
  /** With its defaults, which find what is easy to be found. */
  readonly isBrief?: boolean;
  readonly seconds: number;
}

/** By its own name rule 16001 would stop it at once, which would say nothing of its attacks. */
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

/** What the demo runs on: payloads for other databases could find nothing in it, with or without a firewall. */
const DATABASE = 'SQLite';

/** sqlmap at its most thorough: all techniques, level 5, risk 3. */
export async function runSqlmap({ port, target, tamper, isBrief, seconds }: SqlmapRun): Promise<Finding> {
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
        ...(isBrief === true ? [] : ['--level=5', '--risk=3']),
        `--dbms=${DATABASE}`,
        '--time-sec=1',
        '--ignore-code=403',
        '--keep-alive',
        `--user-agent=${BROWSER}`,
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
