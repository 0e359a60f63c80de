import { OperatorError } from '../base/operator-error.ts';
import { damaged } from './sealed-stream.ts';
import { readWhole } from './store/backup-store.ts';
export const FORMAT = 1;
export const MANIFEST = 'manifest.json';
export const DATABASE_FILE = 'database.dump.sealed';
export const SECRETS_FILE = 'secrets.json.sealed';
export const BASE_FILE = 'base.tar.gz.sealed';
export const FILE_LIST = 'backup_manifest.sealed';
const MAX_MANIFEST_BYTES = 1024 * 1024;
export const sealedManifest = (manifest, keys) =>
  `${JSON.stringify({ manifest, seal: keys.seal(JSON.stringify(manifest)) }, null, 2)}\n`;
/** What is needed to derive the keys; nothing of it is believed yet. */
export async function readUnverified(store, name) {
  const text = await readText(store, `${name}/${MANIFEST}`);
  try {
    const sealed = JSON.parse(text);
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
export function verified({ manifest, seal }, keys) {
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
async function readText(store, name) {
  const content = await readWhole(store, name, MAX_MANIFEST_BYTES);
  if (content === null) {
    throw new OperatorError('backup_not_found', `There is no backup: ${name} is not in ${store.place}.`);
  }
  if (content.length > MAX_MANIFEST_BYTES) throw damaged(`${MANIFEST} is too long`);
  return content.toString('utf8');
}
