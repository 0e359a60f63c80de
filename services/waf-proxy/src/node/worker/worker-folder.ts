import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Creates this worker's own empty folder below `parent`; removes folders of ended workers. */
export function claimWorkerFolder(parent: string): string {
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  for (const name of readdirSync(parent)) {
    if (Number(name) === process.pid || !isAlive(Number(name))) {
      rmSync(path.join(parent, name), { recursive: true, force: true });
    }
  }
  const own = path.join(parent, String(process.pid));
  mkdirSync(own, { mode: 0o700 });
  return own;
}

/** The system's maximum length of a socket path, less the longest of our names. */
const MAX_FOLDER_LENGTH = 90;

/** Where this worker's sockets lie: in its own folder, or in one of the system's for temporary files where its path is too long. */
export function socketFolder(own: string): string {
  if (own.length <= MAX_FOLDER_LENGTH) return own;
  // Made for its owner only.
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-h3-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Whether this process is a worker with a folder there, whoever has started it. */
export function isWorkerOf(parent: string, pid: number): boolean {
  return existsSync(path.join(parent, String(pid))) && isAlive(pid);
}

function isAlive(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0) return false;
  try {
    return process.kill(pid, 0);
  } catch (error) {
    // Not ours to signal is alive all the same.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
