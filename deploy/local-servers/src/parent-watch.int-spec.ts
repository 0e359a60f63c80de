import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { eventually, freePort, startRedis } from './index.ts';

const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

/** A program that starts both servers, prints their pids and never stops them. */
const STARTER = `
import { startPostgres, startRedis } from ${JSON.stringify(path.join(import.meta.dirname, 'index.ts'))};
const [folder, redisPort, postgresPort, end] = process.argv.slice(2);
const endWithParent = true;
const redis = await startRedis({ dataDirectory: folder + '/redis', port: Number(redisPort), durable: false, endWithParent });
const postgres = await startPostgres({ dataDirectory: folder + '/pg', port: Number(postgresPort), durable: false, endWithParent });
console.log(JSON.stringify([redis.pid, postgres.pid]));
if (end === 'wait') setInterval(() => undefined, 1_000);
`;

describe('servers that end with whoever started them', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'palisade-watch-'));
    chmodSync(folder, 0o711); // PostgreSQL's own user must get through.
    writeFileSync(path.join(folder, 'starter.mts'), STARTER);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const starter = async (name: string, end: 'wait' | 'return') => {
    const args = [path.join(folder, name), await freePort(), await freePort(), end].map(String);
    const child = spawn(
      process.execPath,
      [
        '--conditions=@palisade/source',
        '--experimental-transform-types',
        '--disable-warning=ExperimentalWarning',
        path.join(folder, 'starter.mts'),
        ...args,
      ],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    const exited = once(child, 'exit');
    // One that cannot start its servers ends without a word; the reason is on standard error.
    const [line] = (await Promise.race([once(child.stdout, 'data'), exited])) as [unknown];
    if (!Buffer.isBuffer(line)) throw new Error(`the starter ended with ${String(line)}`);
    return { child, exited, pids: JSON.parse(line.toString()) as number[] };
  };

  it('follow one that is killed', async () => {
    const { child, exited, pids } = await starter('killed', 'wait');
    expect(pids.map(isAlive)).toEqual([true, true]);
    child.kill('SIGKILL');
    await exited;
    await eventually('the end of both servers', async () => {
      if (pids.some(isAlive)) throw new Error('still there');
    });
  });

  it('neither keep one alive that has nothing more to do, nor stay behind', async () => {
    const { exited, pids } = await starter('forgetful', 'return');
    expect(await exited).toEqual([0, null]);
    await eventually('the end of both servers', async () => {
      if (pids.some(isAlive)) throw new Error('still there');
    });
  });

  it('leave no watcher behind when they are stopped', async () => {
    const server = await startRedis({
      dataDirectory: path.join(folder, 'stopped'),
      port: await freePort(),
      durable: false,
      endWithParent: true,
    });
    const watchers = () => spawnSync('pgrep', ['-f', `palisade-parent-watch ${server.pid} `]).status;
    expect(watchers()).toBe(0);
    await server.stop();
    expect(isAlive(server.pid)).toBe(false);
    await eventually('the end of the watcher', async () => {
      if (watchers() === 0) throw new Error('still there');
    });
  });
});
