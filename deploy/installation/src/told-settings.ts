import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
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

/** Beside the secrets, and as private as they are. */
export function writeToldSettings(folder: string, told: ToldSettings): void {
  const file = fileIn(folder);
  writeFileSync(`${file}.new`, JSON.stringify(told, null, 2), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}

export function readToldSettings(folder: string): ToldSettings | null {
  const file = fileIn(folder);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ToldSettings) : null;
}
