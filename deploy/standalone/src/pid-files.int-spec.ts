import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jest } from '@jest/globals';
import { eventually } from '@palisade/local-servers';
import { PidFiles } from './pid-files.ts';

describe('processes that an earlier run left behind', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-pids-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const sleeper = () => spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });

  it('are ended, and said so', async () => {
    const child = sleeper();
    const ended = once(child, 'exit');
    const said: string[] = [];
    new PidFiles(folder).write('auth', child.pid ?? 0);
    await new PidFiles(folder).endLeftovers((line) => said.push(line));
    const [, signal] = await ended;
    expect(signal).toBe('SIGTERM');
    expect(said).toEqual([`ending auth of an earlier run (process ${child.pid})`]);
    expect(readdirSync(path.join(folder, 'run'))).toEqual([]);
  });

  it('are never mistaken for a stranger that got the same number', async () => {
    const stranger = sleeper();
    try {
      const files = new PidFiles(folder);
      writeFileSync(path.join(folder, 'run', 'auth.pid'), `${stranger.pid} 12345\n`);
      await files.endLeftovers(() => undefined);
      expect(stranger.exitCode).toBeNull();
      expect(stranger.signalCode).toBeNull();
      expect(readdirSync(path.join(folder, 'run'))).toEqual([]);
    } finally {
      stranger.kill('SIGKILL');
      await once(stranger, 'exit');
    }
  });

  it.each(['', '0', '0 \n', '-1 \n', '4194999\n', '99999999 \n'])(
    'are not read from a file that a full disk has left empty or torn: %j',
    async (content) => {
      const kill = jest.spyOn(process, 'kill');
      const files = new PidFiles(folder);
      for (const name of ['auth', 'launcher'])
        writeFileSync(path.join(folder, 'run', `${name}.pid`), content);
      await files.endLeftovers(() => undefined);
      expect(kill).not.toHaveBeenCalled();
      expect(files.launcherRuns()).toBe(false);
      kill.mockRestore();
    },
  );

  it('are written down as soon as the disk takes them, unless they have ended before', async () => {
    const files = new PidFiles(folder);
    const run = path.join(folder, 'run');
    // A folder in the file's place fails each attempt.
    for (const name of ['auth', 'logs']) mkdirSync(path.join(run, `${name}.pid.new`));
    for (const name of ['auth', 'logs']) files.writeSoon(name, process.pid);
    files.remove('logs');
    for (const name of ['auth', 'logs']) rmdirSync(path.join(run, `${name}.pid.new`));
    await eventually('the file', async () => expect(readdirSync(run)).toEqual(['auth.pid']));
  });

  it('do not include a launcher that still runs', () => {
    const files = new PidFiles(folder);
    expect(files.launcherRuns()).toBe(false);
    files.write('launcher', process.pid);
    expect(files.launcherRuns()).toBe(true);
  });
});
