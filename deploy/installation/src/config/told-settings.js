import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { envFile } from './env-file.ts';
import { KeptSecrets } from './secret-references.ts';
import { processSettings } from './settings.ts';
/** What a process is told of keys and passwords, by which it follows them. */
export const keysFile = (folder, process) => path.join(folder, 'keys', `${process}.env`);
/** Of the launcher's processes. @returns what each is told */
export function writeKeyFiles(folder, secrets, servers) {
  const settings = processSettings(secrets, servers);
  // No key: whether it is asked for is the launcher's to say.
  delete settings.auth?.PALISADE_AUTH_ADMIN_MFA;
  mkdirSync(path.join(folder, 'keys'), { recursive: true, mode: 0o700 });
  for (const [name, told] of Object.entries(settings)) {
    const file = keysFile(folder, name);
    writeFileSync(`${file}.new`, envFile(told), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return settings;
}
const fileIn = (folder) => path.join(folder, 'settings.json');
/** Beside the secrets, which it refers to instead of repeating them. */
export function writeToldSettings(folder, told) {
  const file = fileIn(folder);
  const kept = new KeptSecrets(folder);
  const text = JSON.stringify(
    told,
    (_key, value) => (typeof value === 'string' ? kept.refer(value) : value),
    2,
  );
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
export function readToldSettings(folder) {
  const file = fileIn(folder);
  if (!existsSync(file)) return null;
  const kept = new KeptSecrets(folder);
  return JSON.parse(readFileSync(file, 'utf8'), (_key, value) =>
    typeof value === 'string' ? kept.resolve(value) : value,
  );
}
