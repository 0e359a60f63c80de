import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
  type Values,
} from '../../base/command.ts';
import { exclusively } from '../../base/exclusive.ts';
import { asUsageErrors } from '../../base/file-errors.ts';
import { findInstallation, type Installation } from '../../base/installation.ts';
import { UsageError } from '../../base/operator-error.ts';
import { finishHandOut } from '../finish-hand-out.ts';
import { PASSPHRASE_HELP, PASSPHRASE_OPTION, passphraseOf } from '../passphrase.ts';
import { writeBase } from '../point-in-time/base.ts';
import { keepNewestBases } from '../point-in-time/keep-bases.ts';
import { repeated } from '../point-in-time/repeated.ts';
import { type PointInTime, restoreToTime } from '../point-in-time/restore-to-time.ts';
import { WalShipper } from '../point-in-time/ship-wal.ts';
import { WalArchive } from '../point-in-time/wal-archive.ts';
import { type RestoreOptions, restoreBackup } from '../restore.ts';
import { keepNewest, removeUnfinished, type ThinnedOut } from '../retention.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { openStore, openStoreOf } from '../store/open-store.ts';
import { openBackup, verifyBackup } from '../verify.ts';
import { writeBackup } from '../write.ts';
import { listed, printedList } from './list.ts';

/**
 * Rotated keys stay accepted for at least ten minutes: secrets of the same round can decrypt what was encrypted before.
 */
const MAX_EVERY_SECONDS = 600;

export const backup: Command = {
  summary: 'writes an encrypted backup of the database and the secrets, lists or verifies them',
  usage:
    '--to PLACE [--base [--incremental]] [--keep N] | wal --to PLACE [--every S] | list PLACE | verify BACKUP',
  help: `  --to PLACE             where it goes, in a folder of its own that is named by its time: a folder, or s3://BUCKET/PREFIX
  --keep N               afterwards the oldest whole backups of this database are removed until N are left (default: all stay)
  --base                 the files of the whole server, for restoring to a point in time (pg_basebackup)
  --incremental          with --base: only what has changed since the last one (PostgreSQL 17 and newer, summarize_wal on)
  --every SECONDS        of wal: goes on, and stores the log that often; without it once
${PASSPHRASE_HELP}
  --json                 the list for programs
${INSTALLATION_HELP}

S3, or what speaks like it, is told by AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY, AWS_REGION and, elsewhere than at Amazon,
AWS_ENDPOINT_URL_S3. A BACKUP is named by where it lies: PLACE/palisade-….

"wal" stores the server's write-ahead log and closes its segment: palisade restore PLACE --to-time then brings back any moment since a
base backup. "list PLACE" tells the whole backups in it. "verify BACKUP" reads all of a backup: its passphrase, every byte, and the dump by PostgreSQL's own program.

The installation goes on serving meanwhile. The database is that of one moment for all services (pg_dump, which has to be
as new as the server; PALISADE_POSTGRES_TOOLS names its folder). The files are sealed with AES-256-GCM under keys derived
from the passphrase by scrypt. Not in it: Redis (what it holds is made anew, or is in the database), edges' disks, caches.`,
  options: {
    ...INSTALLATION_OPTION,
    ...PASSPHRASE_OPTION,
    to: { type: 'string' },
    keep: { type: 'string' },
    json: { type: 'boolean' },
    base: { type: 'boolean' },
    incremental: { type: 'boolean' },
    every: { type: 'string' },
  },
  run: async (input) => await asUsageErrors(() => runBackup(input)),
};

async function runBackup(input: CommandInput): Promise<number> {
  const { positionals, values } = input;
  const [what, ...rest] = positionals;
  refuseMeaningless(what, values);
  if (what === undefined) return await write(input);
  if (what === 'verify' && rest.length === 1) return await verify(input, rest[0]!);
  if (what === 'wal' && rest.length === 0) return await wal(input);
  if (what === 'list' && rest.length === 1) return await list(input, rest[0]!);
  throw new UsageError(
    'It is backup --to PLACE, backup wal --to PLACE, backup list PLACE, or backup verify BACKUP.',
  );
}

/** What would be passed over in silence: somebody counts on it. */
function refuseMeaningless(what: string | undefined, values: Values): void {
  if (values.every !== undefined && what !== 'wal') throw new UsageError('--every is of backup wal.');
  if (what !== undefined && ['keep', 'base', 'incremental'].some((name) => values[name] !== undefined)) {
    throw new UsageError(`--keep, --base and --incremental are not of backup ${what}.`);
  }
  if (values.incremental === true && values.base !== true)
    throw new UsageError('--incremental goes with --base.');
}

async function write(input: CommandInput): Promise<number> {
  const { values, environment, note, out } = input;
  const to = text(values, 'to');
  if (to === undefined) throw new UsageError('--to says where the backup goes.');
  const keep = keepOf(values);
  const installation = findInstallation(text(values, 'installation'), environment);
  const passphrase = await passphraseOf(input);
  const store = await openStore(to, environment);
  const isBase = values.base === true;
  const incremental = values.incremental === true;
  const { name, manifest } = await exclusively(installation, 'reads', () =>
    isBase
      ? writeBase(installation, store, passphrase, { environment, incremental })
      : writeBackup(installation, store, passphrase, environment),
  );
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  out(`${store.place.replace(/\/$/, '')}/${name} (${(bytes / 2 ** 20).toFixed(1)} MiB)\n`);
  if (keep !== null) {
    const { removed, ofOthers } = await removeOld(store, keep, name, isBase ? passphrase : null);
    if (removed.length > 0) out(`removed: ${removed.join(', ')}\n`);
    if (ofOthers > 0) note(`${ofOthers} of other databases stay: --keep counts those of this one alone`);
  }
  const unfinished = await removeUnfinished(store);
  if (unfinished.length > 0) out(`removed, never finished: ${unfinished.join(', ')}\n`);
  return EXIT.fine;
}

/** @param passphrase of the log's archive, where base backups are meant; null: dumps are */
async function removeOld(
  store: BackupStore,
  keep: number,
  written: string,
  passphrase: string | null,
): Promise<ThinnedOut> {
  if (passphrase === null) return await keepNewest(store, keep, written);
  const archive = await WalArchive.open(store, passphrase);
  // An archive is of one server, and so are its base backups.
  const removed = archive === null ? [] : await keepNewestBases(store, archive, keep, written);
  return { removed, ofOthers: 0 };
}

async function wal(input: CommandInput): Promise<number> {
  const { values, environment, note, out } = input;
  const to = text(values, 'to');
  if (to === undefined) throw new UsageError('--to says where the log goes.');
  const everyMs = everyOf(values);
  const installation = findInstallation(text(values, 'installation'), environment);
  const passphrase = await passphraseOf(input);
  const shipper = await WalShipper.start(
    installation,
    await openStore(to, environment),
    passphrase,
    environment,
  );
  if (shipper.isFromElsewhere)
    note(
      'the server keeps its log for one place: where it was stored before, it ends now; take a base backup here [wal_moved]',
    );
  const round = async (): Promise<void> => {
    const { at, segments, isGap } = await shipper.round();
    if (isGap)
      note(
        'log is missing since the last round here: the server has thrown it away, or it was stored in another place; take a base backup now [wal_gap]',
      );
    out(`stored until ${at.toISOString()} (${segments} segment${segments === 1 ? '' : 's'})\n`);
  };
  if (everyMs === null) await round();
  else await repeated(round, everyMs, note);
  return EXIT.fine;
}

function everyOf(values: Values): number | null {
  const given = text(values, 'every');
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(given) || Number(given) > MAX_EVERY_SECONDS) {
    throw new UsageError(`--every is a whole number of seconds from 1 to ${MAX_EVERY_SECONDS}.`);
  }
  return 1_000 * Number(given);
}

function keepOf(values: Values): number | null {
  const given = text(values, 'keep');
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new UsageError('--keep is a whole number from 1 to 9999.');
  return Number(given);
}

async function list({ values, environment, out }: CommandInput, place: string): Promise<number> {
  const store = await openStore(place, environment);
  const backups = await listed(store);
  out(values.json === true ? `${JSON.stringify(backups, null, 2)}\n` : printedList(backups, store.place));
  return EXIT.fine;
}

async function verify(input: CommandInput, folder: string): Promise<number> {
  const { store, name } = await openStoreOf(folder, input.environment);
  const opened = await openBackup(store, name, await passphraseOf(input));
  await verifyBackup(opened, input.environment);
  const { at, version } = opened.manifest;
  input.out(`${folder}: whole, of ${at}, Palisade ${version}\n`);
  return EXIT.fine;
}

export const restore: Command = {
  summary: 'brings the database and the secrets back from a backup',
  usage: 'BACKUP | PLACE --to-time TIME [--scratch FOLDER]  [--force [--other-installation]]',
  help: `  --to-time TIME         as it was then, such as 2026-11-23T18:05:00Z: from base backups and the log in PLACE
  --scratch FOLDER       where a server recovers to that moment first; as large as the database and its log (default: the
                         folder for temporary files)
  --force                replaces an installation that is there; without it only an empty database is filled
  --other-installation   with --force: also by a backup of another database than the one that is replaced
${PASSPHRASE_HELP}
${INSTALLATION_HELP}

All services have to be stopped, and the databases to run. Everything is read and checked before anything is changed; the
database changes in one transaction. Secrets that were there stay beside as secrets.json.before-restore.`,
  options: {
    ...INSTALLATION_OPTION,
    ...PASSPHRASE_OPTION,
    force: { type: 'boolean' },
    'other-installation': { type: 'boolean' },
    'to-time': { type: 'string' },
    scratch: { type: 'string' },
  },
  run: async (input) => {
    const { values, positionals, environment, note, out } = input;
    const [place, ...rest] = positionals;
    if (place === undefined || rest.length > 0) throw new UsageError('Name one backup.');
    const to = timeOf(values);
    const find = () => findInstallation(text(values, 'installation'), environment);
    const found = find();
    const installation = (await finishHandOut(found, note)) ? find() : found;
    const options = {
      force: values.force === true,
      otherInstallation: values['other-installation'] === true,
      environment,
      note,
    };
    const restored = await asUsageErrors(() =>
      exclusively(installation, 'replaces', (lock) =>
        to === null
          ? restoreOne(input, installation, place, { ...options, lock })
          : restoreMoment(input, installation, place, {
              ...options,
              lock,
              to,
              scratch: text(values, 'scratch'),
            }),
      ),
    );
    const next =
      installation.kind === 'containers'
        ? `1. docker compose up -d --force-recreate secrets redis, which hands the secrets out and lets Redis read its users;
   on Kubernetes: main.js kubernetes FOLDER | kubectl apply -f -, and give Redis its users anew
2. docker compose up -d
3. palisade doctor
4. where any moment is to be restorable: on another database server than before, name another PALISADE_WAL_PLACE, start
   backup wal anew (docker compose --profile point-in-time up -d), and take a base backup`
        : `1. stop the servers (Ctrl-C where npm start runs), and start all: npm start with the same options, but without --components
2. npm run palisade -- doctor --installation ${installation.folder}`;
    out(`Restored: ${restored}. Next:\n${next}\n`);
    return EXIT.fine;
  },
};

async function restoreOne(
  input: CommandInput,
  installation: Installation,
  backup: string,
  options: RestoreOptions,
): Promise<string> {
  const { store, name } = await openStoreOf(backup, input.environment);
  const opened = await openBackup(store, name, await passphraseOf(input));
  if (opened.manifest.base) throw new UsageError('A base backup is restored by PLACE --to-time TIME.');
  await restoreBackup(installation, opened, options);
  return `${opened.manifest.at}, Palisade ${opened.manifest.version}`;
}

async function restoreMoment(
  input: CommandInput,
  installation: Installation,
  place: string,
  options: PointInTime,
): Promise<string> {
  const store = await openStore(place, input.environment);
  await restoreToTime(installation, store, await passphraseOf(input), options);
  return `as of ${options.to.toISOString()}`;
}

/** With its zone: a time of day that is somebody else's would restore another hour. */
function timeOf(values: Values): Date | null {
  const given = text(values, 'to-time');
  if (given === undefined) return null;
  const time = new Date(given);
  const [, year, month, day] =
    /^(\d{4})-(\d\d)-(\d\d)T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)$/.exec(given) ?? [];
  // The 30th of February would be the 2nd of March to Date.
  const isDay =
    Number(day) >= 1 && Number(day) <= new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  if (!isDay || Number.isNaN(time.getTime())) {
    throw new UsageError('--to-time is a time with its zone, such as 2026-11-23T18:05:00Z.');
  }
  return time;
}
