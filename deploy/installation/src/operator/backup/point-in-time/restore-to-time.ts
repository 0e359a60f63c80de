import { Writable } from 'node:stream';
import { SERVICES } from '../../../config/secrets.ts';
import { ask } from '../../base/database.ts';
import type { Installation } from '../../base/installation.ts';
import { migrationsIn } from '../../base/migration-state.ts';
import { OperatorError } from '../../base/operator-error.ts';
import { findPostgresTools, findServerTools, startTool } from '../../base/postgres-tools.ts';
import { VERSION } from '../../base/workspace.ts';
import { basesIn, endOf, type ListedBase, wholeChains } from '../bases.ts';
import type { BaseInfo } from '../manifest.ts';
import { majorsOf, throwOlder } from '../older-server.ts';
import {
  createMissingRoles,
  giveBack,
  type RestoreOptions,
  refuseAnothers,
  refuseNewer,
  refuseUnready,
  replaceSchemas,
} from '../restore.ts';
import type { BackupStore } from '../store/backup-store.ts';
import { openBackup } from '../verify.ts';
import { adminUrlOf, type SecretsDocument, serverVersion } from '../write.ts';
import { recovered } from './recover.ts';
import { isSegment, segmentName, segmentOf } from './segments.ts';
import { secretsAt } from './ship-wal.ts';
import { type Piece, WalArchive } from './wal-archive.ts';

export interface PointInTime extends RestoreOptions {
  to: Date;
  scratch: string | undefined;
}

/**
 * Brings back the database as it was at a moment. A server aside recovers to it first; only what it has then is put in the place of what is
 * there, in one transaction: whatever is missing or damaged is found before anything has changed.
 */
export async function restoreToTime(
  installation: Installation,
  store: BackupStore,
  passphrase: string,
  { to, scratch, force, otherInstallation, environment, note, lock }: PointInTime,
): Promise<void> {
  const url = adminUrlOf(installation);
  await refuseUnready(url, force);
  const archive = await WalArchive.open(store, passphrase);
  const bases = await basesIn(store);
  const listed = wholeChains(bases).findLast((one) => endOf(one) <= to.getTime());
  if (archive === null || listed === undefined) throw notCovered(to, archive, bases);
  const chain = [];
  for (const { name } of listed) chain.push(await openBackup(store, name, passphrase));
  const { manifest } = chain.at(-1)!;
  const origin = { system: archive.server.system, database: manifest.base!.database };
  await refuseAnothers(url, origin, { otherInstallation, note });
  const all = await archive.pieces();
  const log = all.filter(({ name }) => isSegment(name));
  const until = log.find(({ at }) => at >= to)?.at;
  if (until === undefined) throw notCovered(to, archive, bases, log.at(-1)?.at);
  const pieces = neededPieces(all, manifest.base!, until);
  const majors = majorsOf(manifest.postgres, await serverVersion(url));
  const tools = await findServerTools(majors.backup, environment);
  const writers = await findPostgresTools(Math.max(majors.backup, majors.server), environment);
  const secrets = await secretsOfMoment(archive, all, until);
  note(`recovering from ${listed.at(-1)!.name} and ${pieces.length} pieces of the log…`);
  await recovered({ chain, archive, pieces, to, tools, scratch }, async (aside) => {
    // As of that moment: an upgrade may stand between it and the base backup.
    const migrations = await migrationsIn((text, values) => ask(aside, text, values));
    refuseNewer({ version: VERSION, migrations });
    note('restoring the database…');
    await createMissingRoles(url);
    const schemas = SERVICES.map((name) => `--schema=${name}`);
    const dump = startTool(writers, 'pg_dump', ['--no-password', ...schemas], aside);
    dump.input.end();
    await replaceSchemas(dump, Promise.resolve(), writers, url).catch((error: unknown) =>
      throwOlder(error, majors),
    );
  });
  await lock.assertHeld();
  await giveBack(installation, secrets, note);
}

function notCovered(
  to: Date,
  archive: WalArchive | null,
  bases: readonly ListedBase[],
  last?: Date,
): OperatorError {
  const from = bases[0]?.info.endedAt;
  const covered =
    archive === null || from === undefined
      ? 'there is no base backup with its log'
      : `what is there begins at ${from}${last ? ` and ends at ${last.toISOString()}` : ''}`;
  return new OperatorError(
    'time_not_covered',
    `${to.toISOString()} cannot be restored: ${covered}.`,
    'Name another moment, or restore a dump (palisade backup list).',
  );
}

/** From where the base backup begins to the moment, with none left out. @throws OperatorError `wal_missing` */
function neededPieces(all: readonly Piece[], { startSegment, segmentBytes }: BaseInfo, until: Date): Piece[] {
  const first = segmentOf(startSegment, segmentBytes)!;
  // A segment may have been stored twice, by a round that did not come to its end: both say the same.
  const byName = new Map<string, Piece>();
  for (const piece of all)
    if (piece.at <= until && !piece.name.startsWith('secrets-')) byName.set(piece.name, piece);
  const segments = [...byName.keys()].flatMap((name) => segmentOf(name, segmentBytes) ?? []);
  const numbers = new Set(segments.map(({ number }) => number));
  let end = first.number;
  for (const number of numbers) if (number > end) end = number;
  for (let number = first.number; number <= end; number++) {
    if (numbers.has(number)) continue;
    throw new OperatorError(
      'wal_missing',
      `A piece of the log is missing: ${segmentName({ ...first, number }, segmentBytes)}.`,
      'Find it, or name a moment before it or behind a later base backup.',
    );
  }
  return [...byName.values()].filter(
    ({ name }) => (segmentOf(name, segmentBytes)?.number ?? end) >= first.number,
  );
}

async function secretsOfMoment(
  archive: WalArchive,
  all: readonly Piece[],
  until: Date,
): Promise<SecretsDocument> {
  const piece = secretsAt(all, until);
  if (piece === undefined) {
    throw new OperatorError(
      'wal_missing',
      'The archive has no secrets of that time.',
      'Name a later moment.',
    );
  }
  const parts: Buffer[] = [];
  const collect = new Writable({
    write(chunk: Buffer, _encoding, done) {
      parts.push(chunk);
      done();
    },
  });
  await archive.openInto(piece, collect);
  return JSON.parse(Buffer.concat(parts).toString('utf8')) as SecretsDocument;
}
