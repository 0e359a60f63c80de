import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding } from './finding.ts';
import { runScanner } from './run-scanner.ts';

/**
 * Those that attack. Left out are those that look for products (nikto, wapp), names of files (buster, of which it has 31,500)
 * and passwords, at headers that a site should have, and for calls from the server to hosts of the internet.
 */
const MODULES = [
  'backup',
  'blindsql',
  'crlf',
  'exec',
  'file',
  'htaccess',
  'permanentxss',
  'redirect',
  'shellshock',
  'sql',
  'xss',
] as const;

/** What it finds of the demo's holes where nothing is in its way; a run that does not proves nothing. */
export const WAPITI_FINDS = [
  'Command execution: /ping host',
  'Cross Site Scripting: /guestbook entry',
  'Cross Site Scripting: /ping host',
  'Cross Site Scripting: /search q',
  'Path Traversal: /page file',
  'SQL Injection: /item id',
  'SQL Injection: /login name',
  'SQL Injection: /search q',
] as const;

interface Report {
  vulnerabilities: Record<string, { path: string; parameter: string; info: string; http_request: string }[]>;
}

/** wapiti's attacks on all pages that it finds. */
export async function runWapiti(port: number, seconds: number): Promise<Finding> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-wapiti-'));
  const file = path.join(folder, 'report.json');
  try {
    const { text, ...took } = await runScanner(
      'wapiti',
      [
        '-u',
        `http://localhost:${port}/`,
        '-m',
        MODULES.join(','),
        '--scope',
        'domain',
        '--max-scan-time',
        '60',
        '--max-attack-time',
        '120',
        '--flush-session',
        '--no-bugreport',
        '--store-session',
        folder,
        '-t',
        '6',
        '-f',
        'json',
        '-o',
        file,
      ],
      seconds,
    );
    if (!existsSync(file)) throw new Error(`wapiti wrote no report in ${seconds} s:\n${text}`);
    const found = attacksOf(JSON.parse(readFileSync(file, 'utf8')) as Report);
    return { scanner: 'wapiti', what: 'all pages', found, ...took, said: text };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Each hole once, with the first request that showed it. */
function attacksOf({ vulnerabilities }: Report): string[] {
  const holes = new Map<string, string>();
  for (const [name, found] of Object.entries(vulnerabilities)) {
    for (const { path: page, parameter, http_request } of found) {
      const hole = `${name}: ${page} ${parameter}`;
      if (!holes.has(hole)) holes.set(hole, http_request.split('\n')[0]!.trim());
    }
  }
  return [...holes].map(([hole, request]) => `${hole} by ${request}`);
}
