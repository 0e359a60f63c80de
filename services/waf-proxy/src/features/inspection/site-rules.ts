import type { edgeV1 } from '@palisade/contracts';
import type { CompiledRuleSet, RuleSetOverlay, SiteRuleSet } from '@palisade/waf-engine';
import { LRUCache } from 'lru-cache';
import type { Site } from '../../request/site.ts';

/** Views by what makes them differ: most of thousands of sites have the same mode and level, and no exclusion. */
const views = new WeakMap<CompiledRuleSet, LRUCache<string, SiteRuleSet>>();
const MAX_VIEWS = 1_000;

export function rulesFor(ruleSet: CompiledRuleSet, overlay: RuleSetOverlay): SiteRuleSet {
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

export function overlayOf(policy: edgeV1.Policy, mode: Site['mode']): RuleSetOverlay {
  return {
    mode,
    tx: { blocking_paranoia_level: String(policy.paranoiaLevel) },
    exclusions: policy.exclusions.map((exclusion) => ({
      name: exclusion.name,
      by: exclusion.by.case === 'tag' ? { tag: exclusion.by.value } : { id: exclusion.by.value ?? '' },
      ...(exclusion.target === '' ? {} : { target: exclusion.target }),
      ...(exclusion.pathPrefix === '' ? {} : { pathPrefix: exclusion.pathPrefix }),
    })),
  };
}
