import { encodeUtf8 } from '@palisade/regex';
import type { Accelerators } from '../../evaluate/state/accelerators.ts';
import type { SiteView } from '../../evaluate/state/site-view.ts';
import type { CompiledRules } from '../../model/compiled-rules.ts';
import type { SiteExclusions } from '../../model/site-exclusions.ts';
import { TxValues } from '../../model/tx-values.ts';
import { excludedRules, planSite } from './plan-site.ts';

/** More kinds of sites than this share less, but no site waits longer or gets another answer. */
const MAX_SHARED = 256;

type Planned = Pick<SiteView, 'tx' | 'plans'>;

/** Sites that set the same values and leave the same rules out share one plan; most sites of an installation do. */
export class SitePlans {
  private readonly planned = new Map<string, Planned>();
  private readonly ruleSet: CompiledRules;
  private readonly accelerators: Accelerators;
  private readonly settling: boolean;

  /** `settling` off: every rule is asked, for comparison. */
  constructor(ruleSet: CompiledRules, accelerators: Accelerators, settling: boolean) {
    this.ruleSet = ruleSet;
    this.accelerators = accelerators;
    this.settling = settling;
  }

  planFor(
    values: Readonly<Record<string, string>>,
    exclusions: SiteExclusions | null,
    adjustments: SiteView['adjustments'],
  ): Planned {
    const ruleSet = this.ruleSet;
    const accelerators = this.accelerators;
    const pairs = Object.entries(values).sort(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([
      pairs,
      excludedRules(ruleSet, exclusions),
      [...(adjustments?.keys() ?? [])].sort((one, other) => one - other),
    ]);
    const known = this.planned.get(key);
    if (known !== undefined) return known;
    const tx = TxValues.of(pairs.map(([name, value]) => [encodeUtf8(name), encodeUtf8(value)] as const));
    const plans = this.settling
      ? planSite(ruleSet, {
          mode: ruleSet.settings.mode,
          requestLimits: ruleSet.settings.limits,
          tx,
          exclusions,
          adjustments,
          accelerators,
        })
      : accelerators.plans;
    const planned = { tx, plans };
    if (this.planned.size < MAX_SHARED) this.planned.set(key, planned);
    return planned;
  }
}
