import type { EngineMode, RequestLimits, RuleAdjustment } from '../../model/api.ts';
import type { PhasePlans } from '../../model/phase-plan.ts';
import type { SiteExclusions } from '../../model/site-exclusions.ts';
import type { TxValues } from '../../model/tx-values.ts';
import type { Accelerators } from './accelerators.ts';

/** A site's overlay, resolved against the rule set: small, frozen, shared by the site's transactions. */
export interface SiteView {
  readonly mode: EngineMode;
  readonly requestLimits: RequestLimits;
  readonly tx: TxValues;
  /** `null` where the site excludes nothing. */
  readonly exclusions: SiteExclusions | null;
  /** By index of the rule; `null` where the site adjusts none. */
  readonly adjustments: ReadonlyMap<number, RuleAdjustment> | null;
  /** What of the rules is the site's own to run; holds for transactions in which nothing unusual happens. */
  readonly plans: PhasePlans;
  readonly accelerators: Accelerators;
}
