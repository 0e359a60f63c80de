import { createHash } from 'node:crypto';
import type { KillSwitch } from '@palisade/site-policy';
import type { CompiledRuleSet } from '@palisade/waf-engine';
import { withoutChallenges } from '../custom-rules/custom-rules.ts';
import { type CompiledSite, rulesFor } from './compiled-site.ts';

export interface ControlsInForce {
  switchedOff: readonly KillSwitch[];
  /** Percentage of sites that the candidate rule set judges. */
  candidatePercent: number;
}

export const NO_CONTROLS: ControlsInForce = Object.freeze({ switchedOff: [], candidatePercent: 0 });

/** What remains of a site while something is switched off for all. What the owner has laid down, lists and own rules, holds always. */
const WITHOUT: Readonly<Record<KillSwitch, Partial<CompiledSite>>> = {
  rules: { rules: null },
  bots: { bots: null },
  ddos: { ddosLevel: 'none' },
  rate_limits: { rateLimit: 0, pathRateLimits: [] },
  geo: { blockedCountries: new Set() },
  cache: { cache: null },
  compression: { compression: false },
  upload_scan: { uploadScan: null },
};

/**
 * The operator's hand on all sites: kill switches, and the share of sites that a candidate rule set judges. Requests see
 * a site as it is under these controls; while there are none that costs one comparison.
 */
export class SiteControls {
  readonly #candidate: CompiledRuleSet | null;
  #inForce = NO_CONTROLS;
  #none = true;
  #views = new WeakMap<CompiledSite, CompiledSite>();

  /** @param candidate the rule set that may take the place of the present one */
  constructor(candidate: CompiledRuleSet | null) {
    this.#candidate = candidate;
  }

  apply(controls: ControlsInForce): void {
    this.#inForce = controls;
    this.#views = new WeakMap();
    this.#none =
      controls.switchedOff.length === 0 && (controls.candidatePercent === 0 || this.#candidate === null);
  }

  effective(site: CompiledSite): CompiledSite {
    if (this.#none) return site;
    let view = this.#views.get(site);
    if (view === undefined) {
      view = this.#viewOf(site);
      this.#views.set(site, view);
    }
    return view;
  }

  #viewOf(site: CompiledSite): CompiledSite {
    const { switchedOff, candidatePercent } = this.#inForce;
    const tries = this.#candidate !== null && site.rules !== null && isChosen(site.siteId, candidatePercent);
    return Object.freeze<CompiledSite>(
      Object.assign(
        { ...site },
        tries && { rules: rulesFor(this.#candidate, site.ruleOverlay), onCandidateRules: true },
        ...switchedOff.map((name) => WITHOUT[name]),
        // With the challenge switched off nobody could pass such a rule.
        switchedOff.includes('bots') && { customRules: withoutChallenges(site.customRules) },
      ),
    );
  }
}

/** The same sites on every node, and more of them as the percentage rises. */
export function isChosen(siteId: string, percent: number): boolean {
  return createHash('sha256').update(siteId).digest().readUInt32BE(0) % 100 < percent;
}
