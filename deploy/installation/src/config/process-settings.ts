import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { envFile } from './env-file.ts';
import { KeptSecrets } from './secret-references.ts';
import type { InstallationSecrets } from './secrets.ts';
import { processSettings, type Servers, type Settings } from './settings.ts';

/** Settings of the processes of the one-machine launcher, for the operator's commands. */
export interface ProcessSettings {
  /** As superuser; null where the launcher does not run the database. */
  postgresAdminUrl: string | null;
  /** As `operator`, by use. */
  redisUrls: Readonly<Record<'bus' | 'edge' | 'queues', string>>;
  /** By process. */
  settings: Readonly<Record<string, Settings>>;
}

/** File with a process's keys and passwords, which it follows while it runs. */
export const keysFile = (folder: string, process: string): string =>
  path.join(folder, 'keys', `${process}.env`);

/** For the launcher's processes. @returns the settings of each */
export function writeKeyFiles(
  folder: string,
  secrets: InstallationSecrets,
  servers: Servers,
): Record<string, Settings> {
  const settings = processSettings(secrets, servers);
  // No key: whether it is asked for is the launcher's to say.
  delete settings.auth?.PALISADE_AUTH_ADMIN_MFA;
  mkdirSync(path.join(folder, 'keys'), { recursive: true, mode: 0o700 });
  for (const [name, values] of Object.entries(settings)) {
    const file = keysFile(folder, name);
    writeFileSync(`${file}.new`, envFile(values), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  }
  return settings;
}

const fileIn = (folder: string): string => path.join(folder, 'settings.json');

/** Beside the secrets, which it refers to instead of repeating them. */
export function writeProcessSettings(folder: string, settings: ProcessSettings): void {
  const file = fileIn(folder);
  const kept = new KeptSecrets(folder);
  const text = JSON.stringify(
    settings,
    (_key, value) => (typeof value === 'string' ? kept.refer(value) : value),
    2,
  );
  writeFileSync(`${file}.new`, text, { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function readProcessSettings(folder: string): ProcessSettings | null {
  const file = fileIn(folder);
  if (!existsSync(file)) return null;
  const kept = new KeptSecrets(folder);
  return JSON.parse(readFileSync(file, 'utf8'), (_key, value) =>
    typeof value === 'string' ? kept.resolve(value) : value,
  ) as ProcessSettings;
}
