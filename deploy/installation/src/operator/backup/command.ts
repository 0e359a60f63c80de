import { mkdirSync } from 'node:fs';
import path from 'node:path';
import {
  type Command,
  type CommandInput,
  EXIT,
  INSTALLATION_HELP,
  INSTALLATION_OPTION,
  text,
  type Values,
} from '../base/command.ts';
import { findInstallation } from '../base/installation.ts';
import { UsageError } from '../base/operator-error.ts';
import { PASSPHRASE_HELP, PASSPHRASE_OPTION, passphraseOf } from './passphrase.ts';
import { restoreBackup } from './restore.ts';
import { keepNewest } from './retention.ts';
import { openBackup, verifyBackup } from './verify.ts';
import { writeBackup } from './write.ts';

export const backup: Command = {
  summary: 'writes an encrypted backup of the database and the secrets, or verifies one',
  usage: '--to FOLDER [--keep N] | verify BACKUP',
  help: `  --to FOLDER            where it goes, in a folder of its own that is named by its time
  --keep N               afterwards the oldest whole backups are removed until N are left (default: all stay)
${PASSPHRASE_HELP}
${INSTALLATION_HELP}

"verify BACKUP" reads all of a backup: its passphrase, every byte, and the dump by PostgreSQL's own program.

The installation goes on serving meanwhile. The database is that of one moment for all services (pg_dump, which has to be
as new as the server; PALISADE_POSTGRES_TOOLS names its folder). The files are sealed with AES-256-GCM under keys derived
from the passphrase by scrypt. Not in it: Redis (what it holds is made anew, or is in the database), edges' disks, caches.`,
  options: { ...INSTALLATION_OPTION, ...PASSPHRASE_OPTION, to: { type: 'string' }, keep: { type: 'string' } },
  run: async (input) => {
    const { positionals } = input;
    const [what, ...rest] = positionals;
    if (what === undefined) return await write(input);
    if (what === 'verify' && rest.length === 1) return await verify(input, rest[0]!);
    throw new UsageError('It is backup --to FOLDER, or backup verify BACKUP.');
  },
};

async function write(input: CommandInput): Promise<number> {
  const { values, environment, out } = input;
  const to = text(values, 'to');
  if (to === undefined) throw new UsageError('--to says where the backup goes.');
  const keep = keepOf(values);
  const installation = findInstallation(text(values, 'installation'), environment);
  const passphrase = await passphraseOf(input);
  const target = path.resolve(to);
  mkdirSync(target, { recursive: true, mode: 0o700 });
  const { folder, manifest } = await writeBackup(installation, target, passphrase, environment);
  const bytes = manifest.files.reduce((sum, file) => sum + file.bytes, 0);
  out(`${folder} (${(bytes / 2 ** 20).toFixed(1)} MiB)\n`);
  const removed = keep === null ? [] : keepNewest(target, keep);
  if (removed.length > 0) out(`removed: ${removed.join(', ')}\n`);
  return EXIT.fine;
}

function keepOf(values: Values): number | null {
  const given = text(values, 'keep');
  if (given === undefined) return null;
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new UsageError('--keep is a whole number from 1 to 9999.');
  return Number(given);
}

async function verify(input: CommandInput, folder: string): Promise<number> {
  const opened = await openBackup(path.resolve(folder), await passphraseOf(input));
  await verifyBackup(opened, input.environment);
  const { at, version } = opened.manifest;
  input.out(`${folder}: whole, of ${at}, Palisade ${version}\n`);
  return EXIT.fine;
}

export const restore: Command = {
  summary: 'brings the database and the secrets back from a backup',
  usage: 'BACKUP [--force]',
  help: `  --force                replaces an installation that is there; without it only an empty database is filled
${PASSPHRASE_HELP}
${INSTALLATION_HELP}

All services have to be stopped, and the databases to run. Everything is read and checked before anything is changed; the
database changes in one transaction. Secrets that were there stay beside as secrets.json.before-restore.`,
  options: { ...INSTALLATION_OPTION, ...PASSPHRASE_OPTION, force: { type: 'boolean' } },
  run: async (input) => {
    const { values, positionals, environment, note, out } = input;
    const [folder, ...rest] = positionals;
    if (folder === undefined || rest.length > 0) throw new UsageError('Name one backup.');
    const installation = findInstallation(text(values, 'installation'), environment);
    const opened = await openBackup(path.resolve(folder), await passphraseOf(input));
    await restoreBackup(installation, opened, { force: values.force === true, environment, note });
    const next =
      installation.kind === 'containers'
        ? `1. docker compose up -d --force-recreate secrets redis, which hands the secrets out and lets Redis read its users;
   on Kubernetes: main.js kubernetes FOLDER | kubectl apply -f -, and give Redis its users anew
2. docker compose up -d
3. palisade doctor`
        : '1. npm start\n2. npm run palisade -- doctor';
    out(`Restored: ${opened.manifest.at}, Palisade ${opened.manifest.version}. Next:\n${next}\n`);
    return EXIT.fine;
  },
};
