import type { EngineMode } from '../api.ts';
import type { SitePlan } from '../planning/plan-site.ts';
import type { TxValues } from '../transaction/tx-values.ts';
import type { CompiledTarget } from './program.ts';

/** A site's overlay, resolved against the rule set: small, frozen, shared by the site's transactions. */
export interface SiteView {
  readonly mode: EngineMode;
  readonly tx: TxValues;
  /** `null` where the site excludes nothing. */
  readonly exclusions: SiteExclusions | null;
  readonly plan: SitePlan;
}

export interface SiteExclusion {
  readonly name: string;
  /** `null`: the whole rule. */
  readonly target: CompiledTarget | null;
  readonly pathPrefix: string | null;
}

const NONE: readonly SiteExclusion[] = [];

/**
 * Which exclusions apply to which rule. An exclusion by tag may mean every rule of the set, and there are thousands of
 * sites: two bytes a rule, and one list for all rules with the same exclusions.
 */
export class SiteExclusions {
  readonly #listOf: Uint16Array;
  readonly #lists: (readonly SiteExclusion[])[] = [NONE];

  constructor(ruleCount: number) {
    this.#listOf = new Uint16Array(ruleCount);
  }

  of(ruleIndex: number): readonly SiteExclusion[] {
    return this.#lists[this.#listOf[ruleIndex]!]!;
  }

  add(exclusion: SiteExclusion, ruleIndexes: readonly number[]): void {
    const extended = new Map<number, number>();
    for (const rule of ruleIndexes) {
      const before = this.#listOf[rule]!;
      let after = extended.get(before);
      if (after === undefined) {
        after = this.#lists.push([...this.#lists[before]!, exclusion]) - 1;
        extended.set(before, after);
      }
      this.#listOf[rule] = after;
    }
  }
}
