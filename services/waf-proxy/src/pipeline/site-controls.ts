import { createHash } from 'node:crypto';
import { type EdgeSwitch, ENGINE_SWITCHES, type EngineSwitch, type KillSwitch } from '@palisade/site-policy';
import type { Accelerator, CompiledRuleSet } from '@palisade/waf-engine';
import { rulesFor } from '../features/inspection/site-rules.ts';
import { type CompiledSite, withSwitchesOff } from './compiled-site.ts';

export interface ControlsInForce {
  switchedOff: readonly EdgeSwitch[];
  /** Percentage of sites that use the candidate rule set. */
  candidatePercent: number;
  /** The candidates caused harm, on this or another node: no site uses them, promoted or not. */
  candidatesTakenBack?: boolean;
}

export const NO_CONTROLS: ControlsInForce = Object.freeze({ switchedOff: [], candidatePercent: 0 });

export interface CandidateRuleSet {
  /** Of the rule set's files. */
  readonly hash: string;
  readonly ruleSet: CompiledRuleSet;
}

/** Candidates for the release of that name; null: for the default rule set. */
export type CandidateRuleSets = ReadonlyMap<string | null, CandidateRuleSet>;

/**
 * The operator's controls over all sites: kill switches, and the share of sites that use a candidate rule set. Requests
 * see sites under these controls; without any, that costs one comparison.
 */
export class SiteControls {
  private readonly candidates: CandidateRuleSets;
  private readonly ruleSets: readonly CompiledRuleSet[];
  private inForce = NO_CONTROLS;
  private none = true;
  private views = new WeakMap<CompiledSite, CompiledSite>();

  /** @param present all rule sets that sites may use now */
  constructor(candidates: CandidateRuleSets, present: readonly CompiledRuleSet[] = []) {
    this.candidates = candidates;
    this.ruleSets = [...[...candidates.values()].map(({ ruleSet }) => ruleSet), ...present];
  }

  apply(controls: ControlsInForce): void {
    this.inForce = controls;
    this.views = new WeakMap();
    const accelerators = controls.switchedOff.filter(isEngineSwitch).map(acceleratorOf);
    for (const ruleSet of this.ruleSets) ruleSet.switches.switchOff(accelerators);
    this.none =
      controls.switchedOff.every(isEngineSwitch) &&
      (controls.candidatePercent === 0 || this.candidates.size === 0);
  }

  effective(site: CompiledSite): CompiledSite {
    if (this.none && (site.ruleRollout === null || this.candidates.size === 0)) return site;
    let view = this.views.get(site);
    if (view === undefined) {
      view = this.viewOf(site);
      this.views.set(site, view);
    }
    return view;
  }

  private viewOf(site: CompiledSite): CompiledSite {
    const { switchedOff, candidatePercent } = this.inForce;
    const tried = this.candidateMayJudge(site, candidatePercent)
      ? this.onCandidate(site)
      : this.withShadow(site);
    return withSwitchesOff(tried, new Set(switchedOff.filter(isKillSwitch)));
  }

  private candidateMayJudge({ siteId, ruleRollout }: CompiledSite, percent: number): boolean {
    if (this.inForce.candidatesTakenBack) return false;
    return isChosen(siteId, percent) || ruleRollout?.isPromoted === true;
  }

  private onCandidate(site: CompiledSite): CompiledSite {
    const candidate = this.candidateOf(site);
    if (candidate === null) return site;
    const ruleChoice = { ...site.ruleChoice!, ruleSet: candidate.ruleSet };
    return {
      ...site,
      ruleChoice,
      rules: rulesFor(site.ruledSite, ruleChoice),
      onCandidateRules: true,
    };
  }

  private withShadow(site: CompiledSite): CompiledSite {
    const candidate =
      site.ruleRollout === null || this.inForce.candidatesTakenBack ? null : this.candidateOf(site);
    if (candidate === null) return site;
    const ruleChoice = { ...site.ruleChoice!, ruleSet: candidate.ruleSet };
    return { ...site, shadowRules: rulesFor(site.ruledSite, ruleChoice) };
  }

  /** The candidate to use in place of the site's rules; on a site with a roll-out, only the rolled-out one. */
  private candidateOf({ ruleChoice, ruleRollout }: CompiledSite): CandidateRuleSet | null {
    const candidate = ruleChoice === null ? undefined : this.candidates.get(ruleChoice.release);
    if (candidate === undefined) return null;
    return ruleRollout === null || ruleRollout.candidate === candidate.hash ? candidate : null;
  }
}

const isEngineSwitch = (name: EdgeSwitch): name is EngineSwitch =>
  (ENGINE_SWITCHES as readonly EdgeSwitch[]).includes(name);

const isKillSwitch = (name: EdgeSwitch): name is KillSwitch => !isEngineSwitch(name);

/** Each is named as in the engine: a name unknown to the engine does not compile. */
const acceleratorOf = (name: EngineSwitch): Accelerator => withoutPrefix(name);

const withoutPrefix = <Name extends string>(name: `engine_${Name}`): Name =>
  name.slice('engine_'.length) as Name;

/** Stable: the same sites on every node, and all of them stay chosen as the percentage rises. */
export function isChosen(siteId: string, percent: number): boolean {
  return createHash('sha256').update(siteId).digest().readUInt32BE(0) % 100 < percent;
}
