import { EDGE_KEY_SETTINGS, edgeKeysFingerprint, FollowedKeys, type KeySettings } from '@palisade/edge-state';
import { log, messageWithCause } from '../../io/log.ts';
import { type EdgeConfig, readConfig } from './config.ts';

/** No keys have it, so that nobody who waits for some takes it for theirs. */
const MIXED = '';

export interface KeyChange {
  /** The supervisor goes over to them. @throws Error where they will not do; it has the former ones then */
  take(next: EdgeConfig): Promise<void>;
  /** Fresh workers, which read them from the supervisor's environment. @throws Error where one did not come up */
  roll(): Promise<void>;
}

/**
 * The edge's keys, as `FollowedKeys` has them. Where a worker does not come up with new ones, those that were not replaced yet serve
 * on with theirs, and the node says that it goes by none.
 */
export class EdgeKeys {
  /** null: no file is followed. */
  private readonly file: FollowedKeys | null;
  private readonly change: KeyChange;
  /** Of those that supervisor and every worker have; `MIXED`: some may have these and some those. */
  private usedKeys = edgeKeysFingerprint(process.env);

  constructor(file: string | null, change: KeyChange) {
    this.change = change;
    this.file =
      file === null
        ? null
        : new FollowedKeys(file, {
            goOver: (settings, leave) => this.goOver(settings, leave),
            onUsed: () => log('info', 'edge keys reloaded'),
            onRefused: (error, againInMs) => this.refused(error, againInMs),
          });
  }

  /** Of all settings in the file, as services tell theirs; null where no file is followed, or not all of the node goes by it. */
  get fingerprint(): string | null {
    return this.file?.fingerprint ?? null;
  }

  /** Of the keys that supervisor and workers use, wherever they have them from; empty while they do not use the same. */
  get used(): string {
    return this.usedKeys;
  }

  /** Since when the file has had keys that the node does not use; 0: it uses what the file has. */
  get behindSeconds(): number {
    return this.file?.behindSeconds ?? 0;
  }

  start(): void {
    void this.file?.start();
  }

  stop(): void {
    this.file?.stop();
  }

  private async goOver(settings: KeySettings, leave: () => void): Promise<void> {
    const wanted = edgeKeysFingerprint(settings);
    if (wanted === this.usedKeys) return;
    const keys = Object.fromEntries(EDGE_KEY_SETTINGS.map((name) => [name, settings[name]]));
    if (wanted !== edgeKeysFingerprint(process.env)) {
      await this.change.take(readConfig({ ...process.env, ...keys }));
      leave();
      this.usedKeys = MIXED;
      for (const [name, value] of Object.entries(keys)) {
        if (value === undefined) delete process.env[name];
        else process.env[name] = value;
      }
    }
    await this.change.roll();
    this.usedKeys = wanted;
  }

  private refused(error: unknown, againInMs: number): void {
    const again = { error: messageWithCause(error), againInMs };
    if (this.usedKeys === MIXED) log('error', 'some workers have not taken the new edge keys', again);
    else log('error', 'new edge keys rejected; keeping the previous ones', again);
  }
}
