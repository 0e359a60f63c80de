import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { parseProcessStat, processesWhere, processStat } from './process-stat.ts';

it('reads what Linux counts of a process', () => {
  const { parent, cpuSeconds, residentBytes } = processStat(process.pid)!;
  expect(parent).toBe(process.ppid);
  const { user, system } = process.cpuUsage();
  expect(Math.abs(cpuSeconds - (user + system) / 1e6)).toBeLessThan(1);
  expect(residentBytes / process.memoryUsage.rss()).toBeCloseTo(1, 0);
});

it('is not misled by a name with spaces and parentheses', () => {
  const rest = Array.from({ length: 30 }, (_, index) => 1_000 + index).join(' ');
  expect(parseProcessStat(`7 (a) R 1 (b) S 3 4 ${rest}\n`)).toEqual({
    parent: 3,
    group: 4,
    cpuSeconds: (1_008 + 1_009) / 100,
    residentBytes: 1_018 * 4_096,
  });
});

it('finds children while they run, and says nothing of one that has ended', async () => {
  const child = spawn('sleep', ['60'], { stdio: 'ignore' });
  await once(child, 'spawn');
  const children = () =>
    processesWhere(({ parent }) => parent === process.pid)
      .filter(({ pid }) => pid === child.pid)
      .map(({ parent }) => parent);
  expect(children()).toEqual([process.pid]);
  child.kill();
  await once(child, 'exit');
  expect(processStat(child.pid!)).toBeUndefined();
  expect(children()).toEqual([]);
});
