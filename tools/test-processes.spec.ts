import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { endLeftovers, RUN_VARIABLE } from './test-processes.mjs';

const LIVES = 'setInterval(() => undefined, 1000)';
const start = (run: string, script: string) =>
  spawn(process.execPath, ['-e', script], {
    env: { ...process.env, [RUN_VARIABLE]: run },
    stdio: ['ignore', 'pipe', 'ignore'],
    detached: true,
  });

describe('what a test run left running', () => {
  it('is ended, and nothing else', async () => {
    const [left, other] = [start(`${process.pid}-a`, LIVES), start(`${process.pid}-ab`, LIVES)];
    await Promise.all([once(left, 'spawn'), once(other, 'spawn')]);
    const over = once(left, 'exit');
    expect(await endLeftovers(`${process.pid}-a`)).toEqual([expect.stringContaining('setInterval')]);
    expect(await over).toEqual([null, 'SIGTERM']);
    expect(other.exitCode).toBeNull();
    const end = once(other, 'exit');
    other.kill();
    await end;
  });

  it('is made to end where it does not by itself', async () => {
    const run = `${process.pid}-deaf`;
    const deaf = start(run, `process.on('SIGTERM', () => undefined); ${LIVES}; console.log('deaf')`);
    await once(deaf.stdout, 'data');
    const over = once(deaf, 'exit');
    await endLeftovers(run, 300);
    expect(await over).toEqual([null, 'SIGKILL']);
  });
});

describe('a run that is given up', () => {
  it.each(['SIGINT', 'SIGTERM'] as const)(
    'by %s takes with it what its runner has started',
    async (signal) => {
      const processesOfTests = path.join(import.meta.dirname, 'test-processes.mjs');
      // What it starts is in no group of its runner's, and would live on.
      const runner = `const { spawn } = require('node:child_process');
      const left = spawn(process.execPath, ['-e', ${JSON.stringify(LIVES)}], { detached: true, stdio: 'ignore' });
      left.unref(); console.log(left.pid); ${LIVES}`;
      const script = `const { runToItsEnd } = await import(${JSON.stringify(processesOfTests)});
      await runToItsEnd(process.execPath, ['-e', ${JSON.stringify(runner)}], { stdio: 'inherit', env: process.env });`;
      const environment = { ...process.env };
      delete environment[RUN_VARIABLE];
      const run = spawn(process.execPath, ['--input-type=module', '-e', script], {
        env: environment,
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      const [said] = await once(run.stdout, 'data');
      const left = Number(String(said));
      expect(isAlive(left)).toBe(true);
      run.kill(signal);
      const [code] = await once(run, 'exit');
      expect(code).toBe(signal === 'SIGINT' ? 130 : 143);
      expect(isAlive(left)).toBe(false);
    },
  );
});

/** A zombie, whose exit was not collected yet, has no command line. */
function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== '';
  } catch {
    return false;
  }
}
