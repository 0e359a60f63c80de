import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { KeptSecrets } from './secret-references.ts';
import type { Settings } from './settings.ts';

/** What the launcher of one machine has told its processes, for the operator's commands. */
export interface ToldSettings {
  /** As superuser; null where the launcher does not run the database. */
  postgresAdminUrl: string | null;
  /** As `operator`, by use. */
  redisUrls: Readonly<Record<'bus' | 'edge' | 'queues', string>>;
  /** By process. */
  settings: Readonly<Record<string, Settings>>;
}

const fileIn = (folder: string): string => path.join(folder, 'settings.json');

/** Beside the secrets, which it refers to instead of repeating them. */
export function writeToldSettings(folder: string, told: ToldSettings): void {
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

export function readToldSettings(folder: string): ToldSettings | null {
  const file = fileIn(folder);
  if (!existsSync(file)) return null;
  const kept = new KeptSecrets(folder);
  return JSON.parse(readFileSync(file, 'utf8'), (_key, value) =>
    typeof value === 'string' ? kept.resolve(value) : value,
  ) as ToldSettings;
}
