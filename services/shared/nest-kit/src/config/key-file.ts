import { readdirSync, readFileSync, type Stats, statSync, unwatchFile, watchFile } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { keyFingerprint } from './key-fingerprint.ts';

export type KeySettings = Readonly<Record<string, string | undefined>>;

/** Looks whether keys will do, and says how to go over to them. @throws Error where they will not */
export type PrepareKeys = (settings: KeySettings) => () => void | Promise<void>;

const LOOK_EVERY_MS = 1_000;
/** Between tries of keys that were not taken over; twice as long after each. */
const RETRY = { firstMs: 1_000, maxMs: 60_000 } as const;

/**
 * Keys, certificates and passwords that change while the service runs: those in a file, of the form of `--env-file`, or in a
 * folder with a file per setting, as Kubernetes mounts a Secret. All users of keys look at them first: where they will not do for
 * one, those before stay for all. Then each goes over, and the fingerprint changes once the last one has. Until then `behindSeconds`
 * grows, and they are tried again.
 */
export class KeyFile implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('KeyFile');
  private readonly users: PrepareKeys[] = [];
  private reading: Promise<void> = Promise.resolve();
  /** Of the keys in use; null: of those of the start. */
  private current: string | null = null;
  private behindSince: number | null = null;
  private retryMs: number = RETRY.firstMs;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;
  private readonly onStat = (now: Stats, before: Stats): void => {
    if (now.mtimeMs === before.mtimeMs && now.ino === before.ino) return;
    this.retryMs = RETRY.firstMs;
    void this.reload();
  };

  /** @param file absent: keys stay as they were at the start */
  constructor(private readonly file: string | undefined) {
    // Asking follows a link that is replaced and a file that is renamed into place; notifications follow neither.
    if (file) watchFile(file, { interval: LOOK_EVERY_MS, persistent: false }, this.onStat);
  }

  /** See `keyFingerprint`; null where no file is followed. */
  get fingerprint(): string | null {
    return this.current;
  }

  /** Since when the file has had keys that are not in use; 0: they are. */
  get behindSeconds(): number {
    return this.behindSince === null ? 0 : (performance.now() - this.behindSince) / 1_000;
  }

  use(prepare: PrepareKeys): void {
    this.users.push(prepare);
  }

  /** What has changed between the reading of the environment and the first look would be seen by nobody. */
  async onApplicationBootstrap(): Promise<void> {
    if (this.file) await this.reload();
  }

  onApplicationShutdown(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    if (this.file) unwatchFile(this.file, this.onStat);
  }

  /** One after another: going over takes its time where connections are made. */
  private reload(): Promise<void> {
    clearTimeout(this.retry);
    this.reading = this.reading.then(() => this.readOnce());
    return this.reading;
  }

  private async readOnce(): Promise<void> {
    try {
      const settings = read(this.file!);
      const fingerprint = keyFingerprint(settings);
      if (fingerprint !== this.current) {
        this.behindSince ??= performance.now();
        const changes = this.users.map((prepare) => prepare(settings));
        for (const change of changes) await change();
        this.current = fingerprint;
        this.logger.log('keys and certificates were read anew');
      }
      this.behindSince = null;
      this.retryMs = RETRY.firstMs;
    } catch (error) {
      this.behindSince ??= performance.now();
      this.logger.error(
        { err: error, againInMs: this.retryMs },
        'the new keys will not do; those before stay',
      );
      this.tryAgain();
    }
  }

  private tryAgain(): void {
    if (this.isStopped) return;
    this.retry = setTimeout(() => void this.reload(), this.retryMs).unref();
    this.retryMs = Math.min(RETRY.maxMs, 2 * this.retryMs);
  }
}

function read(place: string): KeySettings {
  if (!statSync(place).isDirectory()) return parseEnv(readFileSync(place, 'utf8'));
  const names = readdirSync(place).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(place, name), 'utf8')]));
}
