import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { writeFileAtomically } from '../../io/atomic-file.ts';
import { supervisorFile } from '../sites/data-folders.ts';

const POLL_INTERVAL_MS = 250;

/** All of this supervisor's workers listen. */
export function announceSupervisor(dataDir: string): Promise<void> {
  return writeFileAtomically(supervisorFile(dataDir), Buffer.from(randomUUID()));
}

/** Resolves when the workers of another supervisor than until now listen, or after `limitMs`. */
export async function nextSupervisor(dataDir: string, limitMs: number): Promise<void> {
  const until = performance.now() + limitMs;
  const before = await announced(dataDir);
  while (performance.now() < until) {
    await sleep(POLL_INTERVAL_MS);
    if ((await announced(dataDir)) !== before) return;
  }
}

/** '': none is announced, or the file cannot be read now. */
async function announced(dataDir: string): Promise<string> {
  try {
    return await readFile(supervisorFile(dataDir), 'utf8');
  } catch {
    return '';
  }
}
