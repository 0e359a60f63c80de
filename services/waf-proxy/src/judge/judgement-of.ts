import type { AuditRecord } from '@palisade/waf-engine';
import type { EdgeRequest } from '../pipeline/edge.ts';
import { EdgeAction, type Verdict } from '../request/verdict.ts';
import type { Judgement, Outcome, Unknown } from './judgement.ts';

/**
 * @param audit what the rules found; null: they have not run
 * @param unknown why the outcome cannot be determined; null: the verdict is the outcome
 */
export function judgementOf(
  context: EdgeRequest,
  audit: AuditRecord | null,
  verdict: Verdict | null,
  unknown: Unknown | null,
): Judgement {
  const decided = audit?.interruption ?? audit?.wouldInterrupt ?? context.interruption;
  return {
    outcome: unknown === null ? outcomeOf(verdict) : null,
    unknown,
    remark: context.action === EdgeAction.LOG_ONLY ? context.reason : '',
    status: verdict?.status ?? 0,
    action: verdict?.action ?? context.action,
    reason: verdict?.reason ?? '',
    ruleId: decided?.ruleId ?? 0,
    inboundScore: audit?.inboundScore ?? 0,
    matches: audit === null || audit.matches.length === 0 ? NO_MATCHES : matchesIn(audit),
  };
}

const NO_MATCHES: Judgement['matches'] = [];

const matchesIn = ({ matches }: AuditRecord): Judgement['matches'] =>
  matches
    .filter(({ logged }) => logged)
    .map(({ ruleId, message, score, tags, targets }) => ({
      ruleId,
      message,
      score,
      tags,
      targets: targets.map((target) => target.name),
    }));

function outcomeOf(verdict: Verdict | null): Outcome {
  if (verdict === null) return 'passes';
  if (verdict.action === EdgeAction.CHALLENGE) return 'challenged';
  if (verdict.location !== undefined) return 'redirected';
  // A page of the owner's that is no refusal.
  return verdict.action === EdgeAction.ALLOW ? 'passes' : 'refused';
}

/** For a request that no phase ran on. */
export function unknownJudgement(unknown: Unknown): Judgement {
  return {
    outcome: null,
    unknown,
    remark: '',
    status: 0,
    action: EdgeAction.UNSPECIFIED,
    reason: '',
    ruleId: 0,
    inboundScore: 0,
    matches: NO_MATCHES,
  };
}
