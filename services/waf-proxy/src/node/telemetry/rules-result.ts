import type { AuditRecord } from '@palisade/waf-engine';
import { canInflate } from '../../features/inspection/body-inflater.ts';
import { windowBytesOf } from '../../features/inspection/form-windows.ts';
import type { InspectionPart } from '../../features/inspection/inspection-services.ts';
import { rulesTermsOf } from '../../features/inspection/rules-terms.ts';
import type { RequestContext } from '../../request/request-context.ts';
import type { Site } from '../../request/site.ts';

/** What the rules found in a request, for replays that cannot run them again as the body is not recorded. */
export interface RulesResult {
  /** See {@link rulesTermsOf}. */
  readonly terms: string;
  readonly matches: AuditRecord['matches'];
  /** 0: no rule stopped it, or would have in log-only mode. */
  readonly decidedBy: number;
  /** Of the response; 0: none. */
  readonly status: number;
  readonly inboundScore: number;
}

export type RuledRequest = RequestContext<Site & InspectionPart>;

/** More are not recorded, and a part would say too little. */
const MAX_MATCHES = 64;

/**
 * Null: the rules have not seen the whole request in one piece, or it is not known that they came to their end, or what
 * ended them was a limit instead of a rule.
 */
export function rulesResultOf(context: RuledRequest): RulesResult | null {
  const { transaction, site } = context;
  if (transaction === null || context.engineFailed || !isSeenAsOne(context)) return null;
  const audit = transaction.audit();
  const decided = audit.interruption ?? audit.wouldInterrupt;
  const isJudged = audit.interruption !== null || context.originStatus > 0;
  if (!isJudged || audit.matches.length > MAX_MATCHES || audit.requestBytesTotal !== context.requestBytes)
    return null;
  if (decided !== null && (decided.ruleId === 0 || decided.phase > 2 || !isPlainRefusal(decided.action)))
    return null;
  const terms = rulesTermsOf(site!);
  if (terms === null) return null;
  const isCutOff = decided === null || decided.action === 'drop';
  return {
    terms,
    matches: audit.matches,
    decidedBy: decided?.ruleId ?? 0,
    status: isCutOff ? 0 : decided.status,
    inboundScore: audit.inboundScore,
  };
}

/** Neither unpacked nor in windows, and with all of it before the verdict. */
function isSeenAsOne({ bodyComplete, requestBytes, head, site }: RuledRequest): boolean {
  if (!bodyComplete || site!.rules === null || canInflate(head.contentEncoding)) return false;
  const { ruleSet, requestLimits } = site!.rules;
  const most = ruleSet.readsBodies ? windowBytesOf(site!.rules) : requestLimits.requestBody;
  return requestBytes < most;
}

const isPlainRefusal = (action: string): boolean => action === 'deny' || action === 'drop';
