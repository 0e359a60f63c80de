import type { edgeV1 } from '@palisade/contracts';
import { packExclusions, packVariables } from '@palisade/managed-rules';
import { MANAGED_RULE_SET } from '@palisade/site-policy';
import type { CompiledRuleSet, RuleExclusion, RuleSetOverlay, SiteRuleSet } from '@palisade/waf-engine';
import { LRUCache } from 'lru-cache';
import type { SiteSource } from '../../request/feature.ts';

/** Views by what makes them differ: most of thousands of sites have the same mode and level, and no exclusion. */
const views = new WeakMap<CompiledRuleSet, LRUCache<string, SiteRuleSet>>();
const MAX_VIEWS = 1_000;

function viewOf(ruleSet: CompiledRuleSet, overlay: RuleSetOverlay): SiteRuleSet {
  let known = views.get(ruleSet);
  if (known === undefined) {
    known = new LRUCache({ max: MAX_VIEWS });
    views.set(ruleSet, known);
  }
  const key = JSON.stringify(overlay);
  let view = known.get(key);
  if (view === undefined) {
    view = ruleSet.withOverlay(overlay);
    known.set(key, view);
  }
  return view;
}

/** By what a site is judged. */
export interface RuleChoice {
  readonly ruleSet: CompiledRuleSet;
  /** Name of the operator's release that it is; null: the rule set that all sites have who choose none. */
  readonly release: string | null;
  readonly withPacks: boolean;
}

/** What of a site its rules depend on. */
export type RuledSite = Pick<SiteSource, 'config' | 'settings'>;

export function rulesFor(site: RuledSite, choice: RuleChoice): SiteRuleSet {
  return viewOf(choice.ruleSet, overlayOf(site, choice));
}

/** The release that the owner has chosen, where this node has it; what all sites have, otherwise. */
export function chosenRules({ settings, ruleSet, releases }: SiteSource): RuleChoice | null {
  const { rule_set: name } = settings;
  const release = name === MANAGED_RULE_SET ? undefined : releases.get(name);
  if (release !== undefined) return { ruleSet: release, release: name, withPacks: true };
  return ruleSet && { ruleSet, release: null, withPacks: true };
}

/** Longer bodies pass where this is left out; an exclusion like an owner's, so that the log names it. */
const PASSES_LONG_BODIES = { name: 'Bodies beyond what is inspected pass', by: { id: '123' } };

export function overlayOf(
  { config, settings }: RuledSite,
  { release, withPacks }: RuleChoice,
): RuleSetOverlay {
  const packs = withPacks ? settings.application_packs : [];
  const levels: Record<string, string> =
    release === null
      ? { blocking_paranoia_level: String(config.policy!.paranoiaLevel) }
      : {
          site_paranoia_level: String(settings.paranoia_level),
          site_inbound_threshold: String(settings.inbound_anomaly_threshold),
        };
  return {
    mode: settings.mode,
    inspectedBodyBytes: settings.inspected_body_kb * 1_024,
    tx: { ...levels, ...packVariables(packs) },
    exclusions: [
      ...(settings.body_beyond_inspection === 'pass' ? [PASSES_LONG_BODIES] : []),
      ...config.policy!.exclusions.map(exclusionOf),
      ...packExclusions(packs),
    ],
    adjustments: settings.rule_adjustments.map(({ rule_id: ruleId, log_only: logOnly, score }) => ({
      ruleId,
      logOnly,
      ...(score === null ? {} : { score }),
    })),
  };
}

const exclusionOf = (exclusion: edgeV1.RuleExclusion): RuleExclusion => ({
  name: exclusion.name,
  by: exclusion.by.case === 'tag' ? { tag: exclusion.by.value } : { id: exclusion.by.value ?? '' },
  ...(exclusion.target === '' ? {} : { target: exclusion.target }),
  ...(exclusion.pathPrefix === '' ? {} : { pathPrefix: exclusion.pathPrefix }),
});
