import type { ChildProcess } from 'node:child_process';
import { spawnSync } from 'node:child_process';
import { endWithParent } from '@palisade/testing';
import { processStat } from '@palisade/testing/process-stat';

/** The measured server has one core, its client and origin the other. */
export const MEASURED_CORE = 0;
export const OTHER_CORE = 1;

const children: ChildProcess[] = [];

/** Ended with the benchmark, however that ends. */
export function endsWithUs<T extends ChildProcess>(child: T): T {
  children.push(child);
  endWithParent(child, 'SIGKILL');
  return child;
}

export function endAll(): void {
  for (const child of children) child.kill('SIGKILL');
}

/** CPU time (user and system) of a process, in microseconds, as Linux counts it. */
export function cpuMicros(pid: number): number {
  const stat = processStat(pid);
  if (stat === undefined) throw new Error(`the measured process ${pid} has ended`);
  return stat.cpuSeconds * 1e6;
}

export function pin(pid: number, core: number): void {
  spawnSync('taskset', ['-a', '-cp', String(core), String(pid)]);
}
