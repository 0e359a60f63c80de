import { createHash } from 'node:crypto';
import type { NodeReport, TrustedKeys } from '@palisade/edge-state';
import { MANAGED_RULE_SET } from '@palisade/site-policy';
import { log, messageWithCause } from '../../io/log.ts';
import { compileRelease, folderState, type RuleRelease, readReleases } from '../rules/rule-releases.ts';

export interface RuleReleaseWatchOptions {
  directory: string;
  keys: TrustedKeys;
  /** The candidate for the release that all sites use; null without one. */
  commonCandidate: string | null;
  /** Brings what was published into the folder. */
  fetch: (() => Promise<void>) | null;
  /** Has the workers take up what is there now, without a failed request; resolves when all have. */
  onChange(): Promise<void>;
}

const POLL_MS = 2_000;

/**
 * Follows the folder of rule releases. What does not compile is named in the log and left out; what does is taken up by fresh
 * workers, one after another, which have compiled it before they listen.
 */
export class RuleReleaseWatch {
  private readonly options: RuleReleaseWatchOptions;
  private releases: readonly RuleRelease[] = [];
  private state = '';
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(options: RuleReleaseWatchOptions) {
    this.options = options;
    this.read();
  }

  /** What sites may choose, and what is tried. */
  get installed(): NodeReport['ruleReleases'] {
    return this.releases.map(({ name, hash, isCandidate }) => ({ name, hash, isCandidate }));
  }

  /** The same, with what is tried in the place of what all sites have. */
  get reported(): NodeReport['ruleReleases'] {
    const { commonCandidate } = this.options;
    if (commonCandidate === null) return this.installed;
    return [...this.installed, { name: MANAGED_RULE_SET, hash: commonCandidate, isCandidate: true }];
  }

  /** All that is being tried, as one: it is judged and taken back together. Null: nothing is. */
  get candidate(): string | null {
    const { commonCandidate } = this.options;
    const hashes = this.releases.filter(({ isCandidate }) => isCandidate).map(({ hash }) => hash);
    if (hashes.length === 0) return commonCandidate;
    const all = [...(commonCandidate === null ? [] : [commonCandidate]), ...hashes];
    return all.length === 1 ? all[0]! : createHash('sha256').update(all.join(' ')).digest('hex').slice(0, 16);
  }

  start(): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => void this.turn(), POLL_MS);
  }

  stop(): void {
    this.stopped = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async turn(): Promise<void> {
    try {
      await this.options.fetch?.();
      if (this.read()) await this.options.onChange();
    } catch (error) {
      log('error', 'reading rule releases failed; keeping the previous ones', {
        error: messageWithCause(error),
      });
    }
    this.start();
  }

  /** True if there is something else to run. */
  private read(): boolean {
    const { directory, keys } = this.options;
    const state = folderState(directory);
    if (state === this.state) return false;
    this.state = state;
    const { releases, refused } = readReleases(directory, keys);
    for (const { file, error } of refused) this.refuse(file, error);
    const before = JSON.stringify(this.installed);
    const known = new Set(this.releases.map(({ hash }) => hash));
    const usable = releases.filter((release) => known.has(release.hash) || this.compiles(release));
    // An invalid release replaces nothing: workers keep what they have until the folder is in order.
    const isSound = refused.length === 0 && usable.length === releases.length;
    if (!isSound && known.size > 0) return false;
    this.releases = usable;
    const after = JSON.stringify(this.installed);
    if (after === before) return false;
    log('warn', 'rule releases changed', { releases: this.installed });
    return true;
  }

  private compiles(release: RuleRelease): boolean {
    try {
      compileRelease(release);
      return true;
    } catch (error) {
      this.refuse(release.name, error);
      return false;
    }
  }

  private refuse(file: string, error: unknown): void {
    log('error', 'rule release rejected', { file, error: messageWithCause(error) });
  }
}
