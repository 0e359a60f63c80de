import { createHash } from 'node:crypto';
import { readFileSync, type Stats, unwatchFile, watchFile } from 'node:fs';
import { parseEnv } from 'node:util';
import { describeError, log } from '../../io/log.ts';
import { type EdgeConfig, readConfig } from './config.ts';

/** Of the settings in the file those that a running edge takes over. */
const FOLLOWED = [
  'PALISADE_EDGE_CONFIG_KEYS',
  'PALISADE_EDGE_SEAL_KEY',
  'PALISADE_EDGE_SEAL_PREVIOUS_KEYS',
  'PALISADE_EVENT_SIGNING_KEY',
] as const;

const LOOK_EVERY_MS = 1_000;

export interface KeyChange {
  /** The supervisor goes over to them. @throws Error where they will not do */
  take(next: EdgeConfig): Promise<void>;
  /** Fresh workers, which read them from the supervisor's environment. */
  roll(): Promise<void>;
}

/** Follows the file that the edge's keys were read from; keys that are refused leave the node with those that it has. */
export class EdgeKeys {
  private readonly file: string | null;
  private readonly change: KeyChange;
  private current: string | null = null;
  private reading: Promise<void> = Promise.resolve();
  private readonly onStat = (now: Stats, before: Stats): void => {
    if (now.mtimeMs !== before.mtimeMs || now.ino !== before.ino) this.reload();
  };

  constructor(file: string | null, change: KeyChange) {
    this.file = file;
    this.change = change;
  }

  /** Of all settings in the file, as services tell theirs; null where no file is followed. */
  get fingerprint(): string | null {
    return this.current;
  }

  start(): void {
    if (this.file === null) return;
    watchFile(this.file, { interval: LOOK_EVERY_MS, persistent: false }, this.onStat);
    this.reload();
  }

  stop(): void {
    if (this.file !== null) unwatchFile(this.file, this.onStat);
  }

  private reload(): void {
    this.reading = this.reading.then(() => this.read());
  }

  private async read(): Promise<void> {
    try {
      const settings = parseEnv(readFileSync(this.file!, 'utf8'));
      const fingerprint = fingerprintOf(settings);
      if (fingerprint === this.current) return;
      const keys = Object.fromEntries(FOLLOWED.map((name) => [name, settings[name]]));
      if (FOLLOWED.some((name) => keys[name] !== process.env[name])) {
        await this.change.take(readConfig({ ...process.env, ...keys }));
        for (const [name, value] of Object.entries(keys)) {
          if (value === undefined) delete process.env[name];
          else process.env[name] = value;
        }
        await this.change.roll();
      }
      this.current = fingerprint;
      log('info', 'the keys were read anew');
    } catch (error) {
      log('error', 'the new keys will not do; those before stay', { error: describeError(error) });
    }
  }
}

/** As `keyFingerprint` of nest-kit has it, of which the edge is no part. */
function fingerprintOf(settings: Readonly<Record<string, string | undefined>>): string {
  const sorted = Object.entries(settings).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256').update(JSON.stringify(sorted)).digest('hex').slice(0, 16);
}
