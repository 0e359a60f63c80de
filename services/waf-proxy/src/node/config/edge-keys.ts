import { readFileSync, statSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { EDGE_KEY_SETTINGS, edgeKeysFingerprint, keyFingerprint } from '@palisade/edge-state';
import { describeError, log } from '../../io/log.ts';
import { type EdgeConfig, readConfig } from './config.ts';

const LOOK_EVERY_MS = 1_000;
/** No keys have it, so that nobody who waits for some takes it for theirs. */
const MIXED = '';
/** Between tries of keys that were not taken over; twice as long after each. */
const RETRY = { firstMs: 1_000, maxMs: 60_000 } as const;

export interface KeyChange {
  /** The supervisor goes over to them. @throws Error where they will not do; it has the former ones then */
  take(next: EdgeConfig): Promise<void>;
  /** Fresh workers, which read them from the supervisor's environment. @throws Error where one did not come up */
  roll(): Promise<void>;
}

/**
 * Follows the file that the edge's keys were read from. Keys that are refused leave the node with those that it has. Where a worker
 * does not come up with them, those that were not replaced yet serve on with theirs, and the node says that it goes by none: neither
 * by these nor by those before. Either way it says so by `behindSeconds`, and tries again by itself.
 */
export class EdgeKeys {
  private readonly file: string | null;
  private readonly change: KeyChange;
  /** Of the whole file, once all of it is in use; null while workers are replaced, or one did not come up: see `usedKeys`. */
  private current: string | null = null;
  /** Of those that supervisor and every worker have; `MIXED`: some may have these and some those. */
  private usedKeys = edgeKeysFingerprint(process.env);
  private behindSince: number | null = null;
  private retryMs: number = RETRY.firstMs;
  private retry: NodeJS.Timeout | undefined;
  private isStopped = false;
  private reading: Promise<void> = Promise.resolve();
  private looks: NodeJS.Timeout | undefined;
  /** The file as it was when it was last read, or looked for in vain. */
  private seen: string | null = null;

  constructor(file: string | null, change: KeyChange) {
    this.file = file;
    this.change = change;
  }

  /** Of all settings in the file, as services tell theirs; null where no file is followed. */
  get fingerprint(): string | null {
    return this.current;
  }

  /** Of the keys that supervisor and workers use, wherever they have them from; empty while they do not use the same. */
  get used(): string {
    return this.usedKeys;
  }

  /** Since when the file has had keys that the node does not use; 0: it uses what the file has. */
  get behindSeconds(): number {
    return this.behindSince === null ? 0 : (performance.now() - this.behindSince) / 1_000;
  }

  start(): void {
    if (this.file === null) return;
    this.look(this.file);
    this.looks = setInterval(() => this.look(this.file!), LOOK_EVERY_MS).unref();
  }

  stop(): void {
    this.isStopped = true;
    clearTimeout(this.retry);
    clearInterval(this.looks);
  }

  /** By ourselves: what `fs.watchFile` compares with is its own first look, and a change between that and our reading is told by nobody. */
  private look(file: string): void {
    const found = statSync(file, { throwIfNoEntry: false });
    const now = found === undefined ? '' : `${found.mtimeMs} ${found.ino}`;
    if (now === this.seen) return;
    this.seen = now;
    this.retryMs = RETRY.firstMs;
    this.reload();
  }

  private reload(): void {
    clearTimeout(this.retry);
    this.reading = this.reading.then(() => this.read());
  }

  private async read(): Promise<void> {
    if (this.isStopped) return;
    try {
      const settings = parseEnv(readFileSync(this.file!, 'utf8'));
      const fingerprint = keyFingerprint(settings);
      if (fingerprint !== this.current) {
        this.behindSince ??= performance.now();
        await this.goOver(settings);
        this.current = fingerprint;
        log('info', 'the keys were read anew');
      }
      this.behindSince = null;
      this.retryMs = RETRY.firstMs;
    } catch (error) {
      this.behindSince ??= performance.now();
      const again = { error: describeError(error), againInMs: this.retryMs };
      if (this.usedKeys === MIXED) log('error', 'not every worker has the new keys', again);
      else log('error', 'the new keys are not in use; those before stay', again);
      this.tryAgain();
    }
  }

  private async goOver(settings: NodeJS.Dict<string>): Promise<void> {
    const wanted = edgeKeysFingerprint(settings);
    if (wanted === this.usedKeys) return;
    const keys = Object.fromEntries(EDGE_KEY_SETTINGS.map((name) => [name, settings[name]]));
    if (wanted !== edgeKeysFingerprint(process.env)) {
      await this.change.take(readConfig({ ...process.env, ...keys }));
      // From here on the file from before is none that all go by: it has to be taken like any other.
      this.current = null;
      this.usedKeys = MIXED;
      for (const [name, value] of Object.entries(keys)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    await this.change.roll();
    this.usedKeys = wanted;
  }

  private tryAgain(): void {
    if (this.isStopped) return;
    clearTimeout(this.retry);
    this.retry = setTimeout(() => this.reload(), this.retryMs).unref();
    this.retryMs = Math.min(RETRY.maxMs, 2 * this.retryMs);
  }
}
