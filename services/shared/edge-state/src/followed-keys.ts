import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { keyFingerprint } from './keys-in-use.ts';

export type KeySettings = Readonly<Record<string, string | undefined>>;

const POLL_INTERVAL_MS = 1_000;
/** Between tries of keys that were not taken over; twice as long after each. */
const RETRY = { firstMs: 1_000, maxMs: 60_000 } as const;

/** The process whose keys are followed. */
export interface KeyUser {
  /**
   * Goes over to them, and resolves once all of it has.
   * @param leave called before the first step that may stay done although a later one fails
   * @throws Error where not all of it has gone over
   */
  goOver(settings: KeySettings, leave: () => void): Promise<void>;
  onUsed(): void;
  onRefused(error: unknown, againInMs: number): void;
}

/**
 * Keys that change while a process runs: in a file like `--env-file`, or in a folder with a file per setting, as
 * Kubernetes mounts a Secret. If keys are refused, the process keeps its former ones. If it has applied only some of
 * them, it counts as having none, so that a file that is restored has to be applied like any other. In both cases
 * `behindSeconds` shows it, and they are retried.
 */
export class FollowedKeys {
  private readonly place: string;
  private readonly user: KeyUser;
  private current: string | null = null;
  private behindSince: number | null = null;
  private retryMs: number = RETRY.firstMs;
  private retry: NodeJS.Timeout | undefined;
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;
  private reading: Promise<void> = Promise.resolve();
  /** State of the file or folder when it was last read, or the error's code. */
  private seen: string | null = null;

  constructor(place: string, user: KeyUser) {
    this.place = place;
    this.user = user;
  }

  /**
   * Fingerprint of all settings once the whole process uses them (`keyFingerprint`); null before, and after a partial
   * change.
   */
  get fingerprint(): string | null {
    return this.current;
  }

  /** Since when there have been keys that are not in use; 0: they are. */
  get behindSeconds(): number {
    return this.behindSince === null ? 0 : (performance.now() - this.behindSince) / 1_000;
  }

  /** Resolves once what is there now was read, used or refused. */
  start(): Promise<void> {
    this.poll();
    this.timer = setInterval(() => this.poll(), POLL_INTERVAL_MS).unref();
    return this.reading;
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    clearInterval(this.timer);
  }

  /**
   * Polling notices replaced symbolic links and renamed files; change notifications do not. Implemented here since
   * `fs.watchFile` compares with its own first look: a change between that and our reading would be missed.
   */
  private poll(): void {
    const now = stateOf(this.place);
    if (now === this.seen) return;
    this.seen = now;
    this.retryMs = RETRY.firstMs;
    this.reload();
  }

  /** One after another: going over takes its time. */
  private reload(): void {
    clearTimeout(this.retry);
    this.reading = this.reading.then(() => this.read());
  }

  private async read(): Promise<void> {
    if (this.isStopped) return;
    try {
      const settings = settingsOf(this.place);
      const fingerprint = keyFingerprint(settings);
      if (fingerprint !== this.current) {
        this.behindSince ??= performance.now();
        await this.user.goOver(settings, () => {
          this.current = null;
        });
        this.current = fingerprint;
        this.user.onUsed();
      }
      this.behindSince = null;
      this.retryMs = RETRY.firstMs;
    } catch (error) {
      this.behindSince ??= performance.now();
      this.user.onRefused(error, this.retryMs);
      this.tryAgain();
    }
  }

  private tryAgain(): void {
    if (this.isStopped) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.reload(), this.retryMs).unref();
    this.retryMs = Math.min(RETRY.maxMs, 2 * this.retryMs);
  }
}

/** Errors of access (permissions, loops, an unavailable file server) are reported by reading, as a refusal. */
function stateOf(place: string): string {
  try {
    const { mtimeMs, ino } = statSync(place);
    return `${mtimeMs} ${ino}`;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

function settingsOf(place: string): KeySettings {
  if (!statSync(place).isDirectory()) return parseEnv(readFileSync(place, 'utf8'));
  const names = readdirSync(place).filter((name) => !name.startsWith('.'));
  return Object.fromEntries(names.map((name) => [name, readFileSync(path.join(place, name), 'utf8')]));
}
