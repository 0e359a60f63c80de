import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import path from 'node:path';

const DEBIAN = '/usr/lib/postgresql';
/** The newest server of the machine: pg_dump reads none that is newer than itself, such as the package's. */
export const binaries = path.join(
  DEBIAN,
  readdirSync(DEBIAN).sort((one, other) => Number(other) - Number(one))[0] ?? '',
  'bin',
);

/** Somebody else's connection, which stays after it has said this, for as long as the work takes. */
export async function holding(url: string, statements: string, work: () => Promise<void>): Promise<void> {
  const psql = spawn(path.join(binaries, 'psql'), ['--no-psqlrc', '--quiet', url], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = once(psql, 'close');
  psql.stdin.write(`${statements}\n\\echo held\n`);
  await once(psql.stdout, 'data');
  try {
    await work();
  } finally {
    psql.stdin.end();
    await ended;
  }
}
