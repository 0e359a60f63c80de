import { readdirSync, readFileSync } from 'node:fs';

/** What Linux says of a running process: proc_pid_stat(5). */
export interface ProcessStat {
  parent: number;
  group: number;
  /** In user mode and in the kernel; its children's not. */
  cpuSeconds: number;
  residentBytes: number;
}

/** USER_HZ, whatever the kernel's own tick is. */
const TICKS_PER_SECOND = 100;
const PAGE_BYTES = 4_096;

/** Undefined: there is no such process, or no longer. */
export function processStat(pid: number): ProcessStat | undefined {
  try {
    return parseProcessStat(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw error;
  }
}

/** @param stat the file's line, whose second field is a name in parentheses that may hold anything */
export function parseProcessStat(stat: string): ProcessStat {
  // Counted from the state, which is the third field of the manual.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  return {
    parent: fields[1]!,
    group: fields[2]!,
    cpuSeconds: (fields[11]! + fields[12]!) / TICKS_PER_SECOND,
    residentBytes: fields[21]! * PAGE_BYTES,
  };
}

/** All processes that run now and are as asked for, each with its id. */
export function processesWhere(
  isWanted: (stat: ProcessStat, pid: number) => boolean,
): (ProcessStat & { pid: number })[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const pid = Number(name);
      const stat = processStat(pid);
      return stat !== undefined && isWanted(stat, pid) ? [{ ...stat, pid }] : [];
    });
}
