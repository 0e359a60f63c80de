import { type ProcessStat, processesWhere, processStat } from '@palisade/testing/process-stat';

const BYTES_PER_MEGABYTE = 1024 * 1024;

const running = (pid: number): ProcessStat => {
  const stat = processStat(pid);
  if (stat === undefined) throw new Error(`there is no process ${pid}`);
  return stat;
};

export const cpuSeconds = (pid: number): number => running(pid).cpuSeconds;

/** Current resident memory. */
export const residentMegabytes = (pid: number): number =>
  Math.round(running(pid).residentBytes / BYTES_PER_MEGABYTE);

/** Of a process and its running children. */
export function cpuSecondsOfTree(pid: number): number {
  return processesWhere(({ parent }, other) => other === pid || parent === pid).reduce(
    (sum, stat) => sum + stat.cpuSeconds,
    0,
  );
}
