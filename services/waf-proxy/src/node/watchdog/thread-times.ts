import { readFileSync } from 'node:fs';

export interface ThreadTimes {
  /** CPU time that it has had, in milliseconds. */
  cpuMs: number;
  /** It waits for something other than a processor. */
  asleep: boolean;
  /** Somebody has stopped it; a debugger's stop is not meant. */
  stopped: boolean;
}

/** `/proc` counts in hundredths of a second (USER_HZ), whatever the kernel's own tick is. */
const TICK_MS = 10;
/** Fields behind the name, counted from the state: see proc_pid_stat(5), field 3 on. */
const STATE = 0;
const USER_TIME = 11;
const SYSTEM_TIME = 12;

/** Gone (ESRCH while it is read), a system without /proc, or one that lacks descriptors: the clock decides then. */
const UNKNOWN: ReadonlySet<string | undefined> = new Set(['ENOENT', 'ESRCH', 'EACCES', 'EMFILE', 'ENFILE']);

/** Statistics of a process's main thread; null where the system has none. */
export function readMainThreadTimes(pid: number): ThreadTimes | null {
  try {
    return parseThreadStat(readFileSync(`/proc/${pid}/task/${pid}/stat`, 'latin1'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (UNKNOWN.has(code)) return null;
    throw error;
  }
}

/** @param stat the line, whose second field is a name in parentheses that may hold anything */
export function parseThreadStat(stat: string): ThreadTimes {
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[STATE]!;
  return {
    cpuMs: (Number(fields[USER_TIME]) + Number(fields[SYSTEM_TIME])) * TICK_MS,
    asleep: state === 'S' || state === 'D',
    stopped: state === 'T',
  };
}
