import path from 'node:path';
import { UsageError } from '../../base/operator-error.ts';
import { FolderStore } from './folder-store.ts';

const S3 = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/;
/** @param place a folder, or `s3://BUCKET/PREFIX` */
export async function openStore(place, environment) {
  if (!place.startsWith('s3://')) return new FolderStore(place);
  const [, bucket, path_ = ''] = S3.exec(place) ?? [];
  if (bucket === undefined) throw new UsageError('A destination in S3 is s3://BUCKET or s3://BUCKET/PREFIX.');
  const prefix = path_.replace(/\/+$/, '');
  // Its client is large: whoever has a folder does without.
  const { S3Store } = await import('./s3-store.ts');
  return new S3Store({ bucket, prefix: prefix === '' ? '' : `${prefix}/` }, environment);
}
/** A backup is named by where it lies: the last part is its own name. */
export async function openStoreOf(backup, environment) {
  const whole = backup.startsWith('s3://') ? backup.replace(/\/+$/, '') : path.resolve(backup);
  const at = whole.lastIndexOf('/');
  return { store: await openStore(whole.slice(0, at) || '/', environment), name: whole.slice(at + 1) };
}
