import { requestLogV1 } from '@palisade/contracts';
import type { AuditRecord } from '@palisade/waf-engine';
import { RequestSlot } from '../../request/request-slot.ts';

const { ShadowVerdict } = requestLogV1;

/** What rules that decide nothing have said of a request. */
export interface Shadowed {
  /** Of the site's part in the roll-out of these rules. */
  readonly rolloutId: string;
  readonly verdict: requestLogV1.ShadowVerdict;
  /** That would have blocked it; 0: none. */
  readonly ruleId: number;
}

/** For the log record. */
export const SHADOWED = new RequestSlot<Shadowed>('what rules without effect say');

/** @param audit of the rules without effect, on a request that the present rules would let pass */
export function shadowVerdictOf(audit: AuditRecord): Omit<Shadowed, 'rolloutId'> {
  const decided = audit.interruption ?? audit.wouldInterrupt;
  if (decided === null || decided.action === 'allow') return { verdict: ShadowVerdict.PASSES, ruleId: 0 };
  return { verdict: ShadowVerdict.WOULD_BLOCK, ruleId: tellingRule(audit) ?? decided.ruleId };
}

/** The one that scored most: what decides is often the sum of all. */
function tellingRule({ matches }: AuditRecord): number | null {
  const scoring = matches.filter(({ score }) => score > 0);
  if (scoring.length === 0) return null;
  return scoring.reduce((best, match) => (match.score > best.score ? match : best)).ruleId;
}
