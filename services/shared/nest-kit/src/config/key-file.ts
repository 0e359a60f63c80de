import { readdirSync, readFileSync, type Stats, statSync, unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Logger, type OnApplicationShutdown } from '@nestjs/common';

export type KeySettings = Readonly<Record<string, string | undefined>>;

/** Looks whether keys will do, and says how to go over to them. @throws Error where they will not */
export type PrepareKeys = (settings: KeySettings) => () => void;

const LOOK_EVERY_MS = 1_000;

/**
 * Keys and certificates that change while the service runs: those in a file, of the form of `--env-file`, or in a folder with a file
 * per setting, as Kubernetes mounts a Secret. All users of keys go over together, or none does and the keys before stay.
 */
export class KeyFile implements OnApplicationShutdown {
  private readonly logger = new Logger('KeyFile');
  private readonly users: PrepareKeys[] = [];
  private readonly onStat = (now: Stats, before: Stats): void => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) this.reload();
  };

  /** @param file absent: keys stay as they were at the start */
  constructor(private readonly file: string | undefined) {
    // Asking follows a link that is replaced and a file that is renamed into place; notifications follow neither.
    if (file) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, this.onStat);
  }

  use(prepare: PrepareKeys): void {
    this.users.push(prepare);
  }

  onApplicationShutdown(): void {
    if (this.file) unwatchFile(this.file, this.onStat);
  }

  private reload(): void {
    try {
      const settings = read(this.file!);
      const changes = this.users.map((prepare) => prepare(settings));
      for (const change of changes) change();
      this.logger.log('keys and certificates were read anew');
    } catch (error) {
      this.logger.error({ err: error }, 'the new keys will not do; those before stay');
    }
  }
}

function read(place: string): KeySettings {
  if (!statSync(place).isDirectory()) return parseEnv(readFileSync(place, 'utf8'));
  const names = readdirSync(place).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(place, name), 'utf8')]));
}
