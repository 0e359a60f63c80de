import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually } from '@palisade/local-servers';
import { freePorts } from '@palisade/testing';

/** As many as the launcher's own processes may want. */
const INTERNAL_PORTS = 20;
/** As tools/start.mjs does it: with a channel, and reading what the launcher says by a pipe that breaks when this ends. */
const STARTER = `const { spawn } = require('node:child_process');
spawn(process.execPath, process.argv.slice(1), { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] }).stdout.resume();`;

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-launcher-'));
beforeAll(() => chmodSync(folder, 0o711));
afterAll(() => rmSync(folder, { recursive: true }));

const runs = (pid: number): boolean => existsSync(`/proc/${pid}`);

it('stops everything in order when whoever started it was killed', async () => {
  const launcher = path.resolve(import.meta.dirname, '../dist/main.js');
  const ports = ['--internal-port', String(await freePorts(INTERNAL_PORTS))];
  const starter = spawn(
    process.execPath,
    ['-e', STARTER, launcher, '--data', folder, '--components', 'redis', ...ports],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  );
  const ended = once(starter, 'exit');
  const run = path.join(folder, 'run');
  const pids = await eventually('the launcher saying ready', async () => {
    if (!existsSync(path.join(folder, 'ready.json'))) throw new Error('not yet');
    return readdirSync(run).map((file) => Number(readFileSync(path.join(run, file), 'utf8').split(' ')[0]));
  });
  expect(pids).toHaveLength(2);
  expect(pids.filter(runs)).toEqual(pids);
  starter.kill('SIGKILL');
  await ended;
  await eventually('the end of the launcher and of Redis', async () => {
    const left = pids.filter(runs);
    if (left.length > 0) throw new Error(`${left.join(' and ')} still run`);
  });
  // A launcher that was killed itself, or broke down, would have left them.
  expect(readdirSync(run)).toEqual([]);
});
