import path from 'node:path';
import { UsageError } from '../../base/operator-error.ts';
import type { BackupStore } from './backup-store.ts';
import { FolderStore } from './folder-store.ts';

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;

/** @param place a folder, or `s3://BUCKET/PREFIX` */
export async function openStore(place: string, environment: NodeJS.ProcessEnv): Promise<BackupStore> {
  if (!place.startsWith('s3://')) return new FolderStore(place);
  const [, bucket, path_ = ''] = S3.exec(place) ?? [];
  if (bucket === undefined) throw new UsageError('A destination in S3 is s3://BUCKET or s3://BUCKET/PREFIX.');
  const prefix = path_.replace(/\/+$/, '');
  // Its client is large, so it is loaded only for S3.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store({ bucket, prefix: prefix === '' ? '' : `${prefix}/` }, environment);
}

/** A backup is named by where it lies: the last part is its own name. */
export async function openStoreOf(
  backup: string,
  environment: NodeJS.ProcessEnv,
): Promise<{ store: BackupStore; name: string }> {
  const whole = backup.startsWith('s3://') ? backup.replace(/\/+$/, '') : path.resolve(backup);
  const at = whole.lastIndexOf('/');
  return { store: await openStore(whole.slice(0, at) || '/', environment), name: whole.slice(at + 1) };
}
