import { OperatorError } from '../base/operator-error.ts';
import type { BackupKeys, KeyDerivation } from './keys.ts';
import { damaged } from './sealed-stream.ts';
import { type BackupStore, readWhole } from './store/backup-store.ts';

export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const DATABASE_FILE = 'database.dump.sealed';
export const SECRETS_FILE = 'secrets.json.sealed';

export const BASE_FILE = 'base.tar.gz.sealed';
export const FILE_LIST = 'backup_manifest.sealed';

/** What recovery needs to know of a base backup. */
export interface BaseInfo {
  /** The backup whose changed blocks it contains; null: it is a full one. */
  parent: string | null;
  /** By the server's clock; later commits are in the following write-ahead log. */
  endedAt: string;
  /** The first segment of the log that recovery reads, such as 000000010000000000000002. */
  startSegment: string;
  segmentBytes: number;
  database: string;
  user: string;
}

export interface BackupFile {
  name: string;
  /** Size as stored, encrypted. */
  bytes: number;
  sha256: string;
}

/** A backup's description; readable by everybody, and authenticated. */
export interface Manifest {
  format: number;
  /** Version of Palisade. */
  version: string;
  at: string;
  kind: 'containers' | 'standalone';
  /** Version of the database server, such as 180004. */
  postgres: number;
  /** That server's own identifier: what another one has written is not thinned out. Missing in backups of older versions. */
  system?: string;
  /** Identifier of that server's database. Missing in backups of older versions. */
  database?: string;
  /** Migrations applied, by service. */
  migrations: Record<string, number[]>;
  keys: KeyDerivation;
  check: string;
  files: BackupFile[];
  /** For base backups only. */
  base?: BaseInfo;
}

interface SealedManifest {
  manifest: Manifest;
  seal: string;
}

const MAX_MANIFEST_BYTES = 1024 * 1024;

export const sealedManifest = (manifest: Manifest, keys: BackupKeys): string =>
  `${JSON.stringify({ manifest, seal: keys.seal(JSON.stringify(manifest)) } satisfies SealedManifest, null, 2)}\n`;

/** What is needed to derive the keys; nothing of it is trusted yet. */
export async function readUnverified(store: BackupStore, name: string): Promise<SealedManifest> {
  const text = await readText(store, `${name}/${MANIFEST}`);
  try {
    const sealed = JSON.parse(text) as SealedManifest;
    const { format, keys, files, check } = sealed.manifest;
    if (format !== FORMAT) {
      throw new OperatorError(
        'backup_format_unknown',
        `The backup has format ${format}; this version reads ${FORMAT}.`,
        'Restore it with the version that wrote it, or a newer one.',
      );
    }
    const isWhole = typeof keys.salt === 'string' && typeof check === 'string' && Array.isArray(files);
    if (!isWhole || typeof sealed.seal !== 'string') throw new Error('fields are missing');
    return sealed;
  } catch (error) {
    throw error instanceof OperatorError ? error : damaged(`${MANIFEST} is not readable`, error);
  }
}

/** @throws OperatorError `passphrase_wrong`, `backup_damaged` */
export function verified({ manifest, seal }: SealedManifest, keys: BackupKeys): Manifest {
  if (keys.check() !== manifest.check) {
    throw new OperatorError(
      'passphrase_wrong',
      'This is not the passphrase of the backup.',
      'Give the one that it was made with.',
    );
  }
  if (!keys.isSealed(JSON.stringify(manifest), seal)) throw damaged(`${MANIFEST} was changed`);
  return manifest;
}

async function readText(store: BackupStore, name: string): Promise<string> {
  const content = await readWhole(store, name, MAX_MANIFEST_BYTES);
  if (content === null) {
    throw new OperatorError('backup_not_found', `There is no backup: ${name} is not in ${store.place}.`);
  }
  if (content.length > MAX_MANIFEST_BYTES) throw damaged(`${MANIFEST} is too long`);
  return content.toString('utf8');
}
