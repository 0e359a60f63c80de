import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { endLeftovers, RUN_VARIABLE } from './test-processes.mjs';

describe('what a test run left running', () => {
  const start = (run: string) =>
    spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], {
      env: { ...process.env, [RUN_VARIABLE]: run },
      stdio: 'ignore',
      detached: true,
    });

  it('is ended, and nothing else', async () => {
    const [left, other] = [start(`${process.pid}-a`), start(`${process.pid}-ab`)];
    await Promise.all([once(left, 'spawn'), once(other, 'spawn')]);
    const over = once(left, 'exit');
    expect(endLeftovers(`${process.pid}-a`)).toEqual([expect.stringContaining('setInterval')]);
    expect(await over).toEqual([null, 'SIGKILL']);
    expect(other.exitCode).toBeNull();
    const end = once(other, 'exit');
    other.kill();
    await end;
  });
});
