import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { SlowAttack } from './attacks.ts';

export interface AttackResult {
  name: string;
  what: string;
  /** The most that were open at the same time. */
  mostConnected: number;
  /** Still open at the end. */
  leftOpen: number;
  /** Seconds until none was open any more; null: some were at the end. */
  closedAfter: number | null;
  /** Seconds in which slowhttptest's own probe got no answer within three seconds. */
  secondsUnavailable: number;
}

export interface AttackSize {
  connections: number;
  perSecond: number;
  /** Seconds after which slowhttptest gives up. */
  seconds: number;
}

/** Runs one attack and reads what slowhttptest saw, second by second. */
export async function runAttack(attack: SlowAttack, url: string, size: AttackSize): Promise<AttackResult> {
  const folder = mkdtempSync(path.join(tmpdir(), 'slow-'));
  try {
    const begunAt = performance.now();
    const bounds = ['-c', size.connections, '-r', size.perSecond, '-l', size.seconds, '-p', 3].map(String);
    const said = await run(
      ['-g', '-o', path.join(folder, 'seen'), ...bounds, ...attack.options(url)],
      size.seconds + 60,
    );
    const seconds = readSeconds(readFileSync(path.join(folder, 'seen.csv'), 'utf8'));
    const last = seconds.at(-1);
    if (last === undefined) throw new Error(`slowhttptest wrote nothing about ${attack.name}`);
    const allClosed = said.includes('No open connections left');
    return {
      name: attack.name,
      what: attack.what,
      mostConnected: Math.max(...seconds.map(({ connected }) => connected)),
      leftOpen: allClosed ? 0 : last.connected + last.pending,
      closedAfter: allClosed ? Math.round((performance.now() - begunAt) / 1_000) : null,
      secondsUnavailable: seconds.filter(({ available }) => !available).length,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What slowhttptest says at its end. */
function run(options: string[], limitSeconds: number): Promise<string> {
  const child = spawn('slowhttptest', options, { stdio: ['ignore', 'pipe', 'ignore'] });
  let said = '';
  child.stdout.on('data', (chunk) => {
    said = `${said}${chunk}`.slice(-10_000);
  });
  return new Promise((resolve, reject) => {
    const limit = setTimeout(() => child.kill('SIGKILL'), limitSeconds * 1_000);
    child.once('error', reject);
    child.once('exit', () => {
      clearTimeout(limit);
      resolve(said);
    });
  });
}

/** Lines of `Seconds,Closed,Pending,Connected,Service Available`, the last of them 0 or the number of connections. */
function readSeconds(csv: string) {
  return csv
    .split('\n')
    .slice(1)
    .map((line) => line.split(',').map(Number))
    .filter((values) => values.length >= 5 && values.every(Number.isFinite))
    .map(([second, closed, pending, connected, available]) => ({
      second: second!,
      closed: closed!,
      pending: pending!,
      connected: connected!,
      available: available! > 0,
    }));
}
