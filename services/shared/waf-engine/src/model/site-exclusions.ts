import type { CompiledTarget } from './compiled-rules.ts';

/** A target or a rule that a site exempts from the rule set. */
export interface SiteExclusion {
  readonly name: string;
  /** `null`: the whole rule. */
  readonly target: CompiledTarget | null;
  readonly pathPrefix: string | null;
}

const NONE: readonly SiteExclusion[] = [];

/**
 * Which exclusions apply to which rule. An exclusion by tag may cover every rule, and there are thousands of sites, so
 * this takes two bytes per rule and one list for all rules with the same exclusions.
 */
export class SiteExclusions {
  private readonly listOf: Uint16Array;
  private readonly lists: (readonly SiteExclusion[])[] = [NONE];

  constructor(ruleCount: number) {
    this.listOf = new Uint16Array(ruleCount);
  }

  of(ruleIndex: number): readonly SiteExclusion[] {
    return this.lists[this.listOf[ruleIndex]!]!;
  }

  add(exclusion: SiteExclusion, ruleIndexes: readonly number[]): void {
    const extended = new Map<number, number>();
    for (const rule of ruleIndexes) {
      const before = this.listOf[rule]!;
      let after = extended.get(before);
      if (after === undefined) {
        after = this.lists.push([...this.lists[before]!, exclusion]) - 1;
        extended.set(before, after);
      }
      this.listOf[rule] = after;
    }
  }
}
