// `npm run prove:restore [-- --gigabytes N] [--folder FOLDER] [--steps fill,backup,restore] [--postgres FOLDER]`: how long `palisade backup` and
// `palisade restore` take with so much in the log service's tables, and whether all of it is there again after everything was lost.
//
// The steps go on in FOLDER where an earlier call ended, which is then kept: each may be run when the machine is quiet.
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import path from 'node:path';
import { isDeepStrictEqual, parseArgs } from 'node:util';
import { readProcessSettings } from '@palisade/installation';
import { freePort, type PostgresServer, startPostgres } from '@palisade/local-servers';
import { binaries } from '../held-connection.ts';
import { migrateAll, palisade, testInstallation } from '../test-installation.ts';
import { contentsOf } from './contents.ts';
import { fillLogs, sizeOfLogs } from './filled-logs.ts';

const STEPS = ['fill', 'backup', 'restore'] as const;
type Step = (typeof STEPS)[number];
const MAX_GIGABYTES = 200;
const MEGABYTE = 1024 ** 2;
/** What a restored database does not go back with (`gone-back.ts`). */
const GOES_ON = ['billing.invoice_counters', 'billing.order_numbers', 'domains.edge_controls'];
/** There is nothing in it that anybody may not read. */
const PASSPHRASE = 'a long walk by the sea';

const { values } = parseArgs({
  options: {
    gigabytes: { type: 'string', default: '1' },
    folder: { type: 'string' },
    steps: { type: 'string', default: STEPS.join(',') },
    postgres: { type: 'string', default: binaries },
  },
});
const gigabytes = Number(values.gigabytes);
if (!(gigabytes > 0 && gigabytes <= MAX_GIGABYTES))
  throw new Error(`--gigabytes is a number up to ${MAX_GIGABYTES}`);
const steps = values.steps.split(',').map((name): Step => {
  const step = STEPS.find((one) => one === name);
  if (step === undefined) throw new Error(`--steps are of ${STEPS.join(', ')}`);
  return step;
});
const folder =
  values.folder === undefined
    ? mkdtempSync(path.join(tmpdir(), 'palisade-restore-'))
    : path.resolve(values.folder);
mkdirSync(folder, { recursive: true });
// A server that root starts runs as another user, who goes through it.
chmodSync(folder, 0o711);
const inFolder = (name: string): string => path.join(folder, name);
const environment = { PALISADE_BACKUP_PASSPHRASE: PASSPHRASE, PALISADE_POSTGRES_TOOLS: values.postgres };

/** What a step leaves to the next. */
interface Kept {
  records: number;
  contents: Record<string, string>;
  backup?: string;
  backupBytes?: number;
}
const keep = (kept: Kept): void => writeFileSync(inFolder('kept.json'), JSON.stringify(kept, null, 2));
const kept = (): Kept => JSON.parse(readFileSync(inFolder('kept.json'), 'utf8')) as Kept;

async function withServer<T>(use: (server: PostgresServer) => Promise<T>): Promise<T> {
  const server = await startPostgres({
    dataDirectory: inFolder('postgres'),
    port: await freePort(),
    binaries: values.postgres,
    endWithParent: true,
  });
  try {
    await testInstallation(inFolder('installation'), {
      postgres: server,
      redisUrl: 'redis://127.0.0.1:9',
    });
    return await use(server);
  } finally {
    await server.stop();
  }
}

async function timed<T>(what: string, bytes: number | null, work: () => Promise<T>): Promise<T> {
  const [before] = loadavg();
  const begun = performance.now();
  const result = await work();
  const seconds = (performance.now() - begun) / 1_000;
  const rate = bytes === null ? '' : `${(bytes / MEGABYTE / seconds).toFixed(0)} MB/s`;
  console.log(
    `| ${what} | ${seconds.toFixed(0)} s | ${rate} | ${before!.toFixed(1)} to ${loadavg()[0]!.toFixed(1)} |`,
  );
  return result;
}

const run = async (...args: string[]): Promise<string> => {
  const { code, out, notes } = await palisade(
    [...args, '--installation', inFolder('installation')],
    environment,
  );
  if (code !== 0) throw new Error(`palisade ${args.join(' ')}: ${notes}${out}`);
  return out;
};

async function fill(): Promise<void> {
  await withServer(async ({ adminUrl }) => {
    const { settings } = readProcessSettings(inFolder('installation'))!;
    await migrateAll((service) => settings[service]!.PALISADE_DATABASE_URL!);
    const records = await timed('fill', gigabytes * 1024 * MEGABYTE, () =>
      fillLogs(settings.logs!.PALISADE_DATABASE_URL!, gigabytes, (text) => console.error(text)),
    );
    keep({ records, contents: await timed('sum up', null, () => contentsOf(adminUrl)) });
  });
}

async function backup(): Promise<void> {
  await withServer(async ({ adminUrl }) => {
    const bytes = await sizeOfLogs(adminUrl);
    const out = await timed('palisade backup', bytes, () => run('backup', '--to', inFolder('backups')));
    const [, made, size] = /^(\S+) \(([\d.]+) MiB\)/.exec(out) ?? [];
    keep({ ...kept(), backup: made!, backupBytes: Number(size) * MEGABYTE });
    await timed('palisade backup verify', bytes, () =>
      palisade(['backup', 'verify', made!], environment).then(({ code, notes }) => {
        if (code !== 0) throw new Error(notes);
      }),
    );
  });
}

/** Of the machine that wrote the backup nothing is left. */
async function restore(): Promise<void> {
  const { backup: made, contents, records, backupBytes } = kept();
  for (const lost of ['postgres', 'postgres.password', 'installation'])
    rmSync(inFolder(lost), { recursive: true, force: true });
  await withServer(async ({ adminUrl }) => {
    await timed('palisade restore', null, () => run('restore', made!));
    const bytes = await sizeOfLogs(adminUrl);
    const now = await timed('sum up', null, () => contentsOf(adminUrl));
    console.log(
      `\n${records} request logs, ${(bytes / 1024 / MEGABYTE).toFixed(2)} GB with their indexes; ${(backupBytes! / MEGABYTE).toFixed(0)} MiB stored; ${cpus().length} cores`,
    );
    const tables = Object.keys({ ...contents, ...now });
    const different = tables.filter((name) => !isDeepStrictEqual(contents[name], now[name]));
    const wrong = tables.filter((name) => different.includes(name) !== GOES_ON.includes(name));
    for (const name of wrong) console.error(`${name}: ${contents[name]} before, ${now[name]} now`);
    console.log(
      `${tables.length - different.length} of ${tables.length} tables and sequences as before; ${GOES_ON.join(', ')} go on from beyond the backup`,
    );
    if (wrong.length > 0) process.exitCode = 1;
  });
}

console.log('| step | time | rate | load |\n|---|---:|---:|---|');
try {
  for (const step of steps) await { fill, backup, restore }[step]();
} finally {
  if (values.folder === undefined) rmSync(folder, { recursive: true, force: true });
}
