import { readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventually, privateFolder } from '@palisade/local-servers';

const RETRY_MS = 1_000;

/**
 * Remembers which processes belong to this data directory, so that a start after `kill -9` of the launcher finds and
 * ends what it left behind, and nothing else: a pid counts only together with the moment at which its process began.
 */
export class PidFiles {
  private readonly folder: string;
  /** By name: those that the disk has not taken yet. */
  private readonly waiting = new Map<string, NodeJS.Timeout>();

  constructor(dataDirectory: string) {
    this.folder = path.join(dataDirectory, 'run');
    privateFolder(this.folder);
  }

  write(name: string, pid: number): void {
    const file = path.join(this.folder, `${name}.pid`);
    // Whole or not at all, also where the disk is full.
    writeFileSync(`${file}.new`, `${pid} ${startedAt(pid) ?? ''}\n`);
    renameSync(`${file}.new`, file);
  }

  /** As soon as the disk takes it: a process that cannot be written down runs all the same. */
  writeSoon(name: string, pid: number): void {
    clearTimeout(this.waiting.get(name));
    try {
      this.write(name, pid);
      this.waiting.delete(name);
    } catch {
      this.waiting.set(name, setTimeout(() => this.writeSoon(name, pid), RETRY_MS).unref());
    }
  }

  remove(name: string): void {
    clearTimeout(this.waiting.get(name));
    this.waiting.delete(name);
    rmSync(path.join(this.folder, `${name}.pid`), { force: true });
  }

  /** Whether a launcher for this data directory runs right now. */
  launcherRuns(): boolean {
    return this.read('launcher.pid') !== null;
  }

  /** Ends every process of an earlier run. */
  async endLeftovers(say: (line: string) => void): Promise<void> {
    for (const file of readdirSync(this.folder).filter(
      (name) => name.endsWith('.pid') && name !== 'launcher.pid',
    )) {
      const pid = this.read(file);
      if (pid !== null) {
        say(`ending ${path.basename(file, '.pid')} of an earlier run (process ${pid})`);
        await end(pid, () => this.read(file) === null);
      }
      rmSync(path.join(this.folder, file), { force: true });
    }
  }

  /** The pid in a file, if its process is still the one that was written down. */
  private read(file: string): number | null {
    try {
      // An empty or partial file names no process: 0 would be this process's own group.
      const [, pid, started] =
        /^([1-9]\d*) (\d+)\n$/.exec(readFileSync(path.join(this.folder, file), 'utf8')) ?? [];
      return started !== undefined && startedAt(Number(pid)) === started ? Number(pid) : null;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
      throw error;
    }
  }
}

async function end(pid: number, gone: () => boolean): Promise<void> {
  const hasEnded = async (): Promise<void> => {
    if (!gone()) throw new Error(`process ${pid} still runs`);
  };
  process.kill(pid, 'SIGTERM');
  await eventually(`the end of process ${pid}`, hasEnded, 10_000).catch(async () => {
    process.kill(pid, 'SIGKILL');
    await eventually(`the end of process ${pid}`, hasEnded, 5_000);
  });
}

/** Clock ticks after boot at which a process began; undefined if there is none (or no /proc). See proc(5), stat. */
function startedAt(pid: number): string | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The command's name may hold spaces and parentheses; fields are counted from its end.
    const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return state === 'Z' ? undefined : fields[18];
  } catch {
    return undefined;
  }
}
