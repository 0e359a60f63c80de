import { EDGE_KEY_SETTINGS, edgeKeysFingerprint, FollowedKeys, type KeySettings } from '@palisade/edge-state';
import { log, messageWithCause } from '../../io/log.ts';
import { type EdgeConfig, readConfig } from './config.ts';

/** Equals no fingerprint, so that nobody mistakes it for the expected keys. */
const MIXED = '';

export interface KeyChange {
  /** Makes the supervisor use them. @throws Error if they are invalid; it then keeps the former ones */
  take(next: EdgeConfig): Promise<void>;
  /** Replaces all workers, which read keys from the supervisor's environment. @throws Error if one did not start */
  roll(): Promise<void>;
}

/**
 * The edge's keys, from `FollowedKeys`. If a worker does not start with new ones, the remaining workers keep theirs,
 * and the node reports that it uses no single set.
 */
export class EdgeKeys {
  /** Null: no file is followed. */
  private readonly file: FollowedKeys | null;
  private readonly change: KeyChange;
  /** Keys that the supervisor and all workers use; `MIXED` if they differ. */
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

  /**
   * Fingerprint of all settings in the file, as services report it; null without a file, or while parts of the node use
   * others.
   */
  get fingerprint(): string | null {
    return this.file?.fingerprint ?? null;
  }

  /** Fingerprint of the keys in use, from whatever source; empty while they differ. */
  get used(): string {
    return this.usedKeys;
  }

  /** Since when the file has had keys that the node does not use; 0: they are in use. */
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
