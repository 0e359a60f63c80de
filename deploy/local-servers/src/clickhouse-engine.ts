import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { promisify } from 'node:util';
import { LocalServerError } from './processes.ts';

/** The engine (26.7) as a library, and what Node loads it by. No dependency of this package: 180 MB, 570 MB unpacked, for few. */
const PACKAGES = [
  {
    name: 'chdb',
    version: '3.4.0',
    integrity:
      'sha512-HMNj4dq3lIrwqxwGSuuEjo9EIlC+k8IjsSQHh1ZStGvV6MRckfvPM2aDqzdW1ti3fldrt9UIntJBm0AbV9nbDQ==',
  },
  {
    name: '@chdb/lib-linux-x64-gnu',
    version: '26.7.3-stable.1',
    integrity:
      'sha512-XP97mMqnc5tZpKQywR8N7cLTsHNiTmHr30pC5mzo3jWmukjKn2IBa60c2B/gWUNcuFjOMjWoorQICCqBVj5wpw==',
  },
] as const;
const DOWNLOAD_TIMEOUT_MS = 600_000;
const LIBRARY = path.join('node_modules', '@chdb', 'lib-linux-x64-gnu', 'libchdb.so');

const run = promisify(execFile);
let fetching: Promise<void> | undefined;

/**
 * The folder of ClickHouse's engine, from npm, fetched once and kept beside the system's other temporary files, or in
 * PALISADE_CLICKHOUSE_ENGINE.
 *
 * @throws LocalServerError `not_installed` where there is none for this machine, `did_not_start` where it cannot be fetched
 */
export async function clickhouseEngine(): Promise<string> {
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new LocalServerError(
      'not_installed',
      `ClickHouse's engine is had for Linux on x64 alone, this is ${process.platform} on ${process.arch}. ` +
        'Start a ClickHouse of your own and name its address.',
    );
  const folder =
    process.env.PALISADE_CLICKHOUSE_ENGINE ??
    path.join(tmpdir(), `palisade-clickhouse-${PACKAGES[1].version}`);
  if (!existsSync(path.join(folder, LIBRARY))) {
    fetching ??= fetchEngine(folder).finally(() => {
      fetching = undefined;
    });
    await fetching;
  }
  return folder;
}

/** Fetched beside and renamed, so that nobody finds half of it. */
async function fetchEngine(folder: string): Promise<void> {
  const half = `${folder}.${process.pid}`;
  const whole = path.join(half, 'engine');
  mkdirSync(whole, { recursive: true });
  try {
    for (const wanted of PACKAGES) await fetchPackage(wanted, half, whole);
    renameSync(whole, folder);
  } catch (cause) {
    // Another process may have been first.
    if (!existsSync(path.join(folder, LIBRARY))) {
      const detail = cause instanceof Error ? cause.message.slice(0, 2_000) : String(cause);
      throw new LocalServerError('did_not_start', `npm could not fetch ClickHouse's engine: ${detail}`, {
        cause,
      });
    }
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
}

async function fetchPackage(
  { name, version, integrity }: (typeof PACKAGES)[number],
  half: string,
  whole: string,
): Promise<void> {
  const { stdout } = await run(
    'npm',
    ['pack', '--silent', '--pack-destination', half, `${name}@${version}`],
    {
      cwd: half,
      timeout: DOWNLOAD_TIMEOUT_MS,
    },
  );
  const file = path.join(half, path.basename(stdout.trim()));
  const hash = createHash('sha512');
  await pipeline(createReadStream(file), hash);
  if (`sha512-${hash.digest('base64')}` !== integrity)
    throw new Error(`${name}@${version} is not what it was when it was chosen`);
  const target = path.join(whole, 'node_modules', name);
  mkdirSync(target, { recursive: true });
  await run('tar', ['-xzf', file, '--strip-components=1', '-C', target]);
  rmSync(file);
}
