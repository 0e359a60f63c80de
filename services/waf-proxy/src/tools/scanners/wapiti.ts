import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Finding } from './finding.ts';
import { runScanner } from './run-scanner.ts';

/** Both ask hosts of the internet for their lists, and look for products, not for holes. */
const LEFT_OUT = ['nikto', 'wapp'] as const;
/** About the site's own headers and forms, which a firewall leaves as they are. */
const NOT_ATTACKS = new Set([
  'Content Security Policy Configuration',
  'Cross Site Request Forgery',
  'HTTP Secure Headers',
  'HttpOnly Flag cookie',
  'Secure Flag cookie',
]);

interface Report {
  vulnerabilities: Record<string, { path: string; parameter: string; info: string; http_request: string }[]>;
}

/** Every module of wapiti that stays on this machine, over all pages that it finds. */
export async function runWapiti(port: number, originPort: number, seconds: number): Promise<Finding> {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-wapiti-'));
  const file = path.join(folder, 'report.json');
  try {
    const { text, ...took } = await runScanner(
      'wapiti',
      [
        '-u',
        `http://localhost:${port}/`,
        '-m',
        ['all', ...LEFT_OUT.map((name) => `-${name}`)].join(','),
        '--scope',
        'domain',
        '--max-scan-time',
        '60',
        '--max-attack-time',
        '40',
        // Modules that wait for calls from the server look for them here, not on the internet.
        '--endpoint',
        `http://127.0.0.1:${originPort}/`,
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
    const found = existsSync(file) ? attacksOf(JSON.parse(readFileSync(file, 'utf8')) as Report) : [];
    return { scanner: 'wapiti', what: 'all pages', found, ...took, said: text };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

/** Each hole once, with the first request that showed it. */
function attacksOf({ vulnerabilities }: Report): string[] {
  const holes = new Map<string, string>();
  for (const [name, found] of Object.entries(vulnerabilities)) {
    if (NOT_ATTACKS.has(name)) continue;
    for (const { path: page, parameter, http_request } of found) {
      const hole = `${name}: ${page} ${parameter}`;
      if (!holes.has(hole)) holes.set(hole, http_request.split('\n')[0]!.trim());
    }
  }
  return [...holes].map(([hole, request]) => `${hole} by ${request}`);
}
