import { readdirSync, readFileSync } from 'node:fs';

/** CPU seconds of a process and of the children it has waited for (proc(5): fields 14 and 15, in hundredths). */
export function cpuSeconds(pid: number): number {
  const fields = processFields(pid);
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

/** Current resident memory in MB (field 24, in pages of 4 kB). */
export const residentMegabytes = (pid: number): number =>
  Math.round((Number(processFields(pid)[21]) * 4) / 1_024);

/** Of a process and its running children. */
export function cpuSecondsOfTree(pid: number): number {
  const pids = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);
  return pids
    .filter((other) => other === pid || parentOf(other) === pid)
    .reduce((sum, other) => sum + cpuSeconds(other), 0);
}

function processFields(pid: number): string[] {
  return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]!.split(' ');
}

/** 0 if the process has just ended. */
function parentOf(pid: number): number {
  try {
    return Number(processFields(pid)[1]);
  } catch {
    return 0;
  }
}
