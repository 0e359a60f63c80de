import { recordedRequestV1 } from '@palisade/contracts';
import type {
  AuditRecord,
  CompiledRuleSet,
  Interruption,
  RuleMatch,
  SlicedTransaction,
} from '@palisade/waf-engine';
import { verdictOn } from '../features/inspection/engine.ts';
import { rulesTermsOf } from '../features/inspection/rules-terms.ts';
import type { CompiledSite } from '../pipeline/compiled-site.ts';
import { EdgeAction } from '../request/verdict.ts';
import type { RecordedFacts } from './recorded-facts.ts';
import type { Inspected } from './replay-services.ts';

const { RecordedBody } = recordedRequestV1;

/**
 * What the rules of the site found at the edge in a request whose body is not recorded. Null: they were others, or on
 * other terms, or nothing of the kind is recorded.
 */
export function inspectedAtEdge(facts: RecordedFacts, site: CompiledSite): Inspected | null {
  const { rules: recorded, bodyState } = facts;
  // Where the body is there, the rules also say where they find something.
  if (recorded === null || bodyState !== RecordedBody.CUT || !isOnSameTerms(facts, site)) return null;
  const audit = auditOf(recorded, site);
  const { interruption, wouldInterrupt } = audit;
  const verdict = interruption === null ? null : verdictOn(interruption);
  return {
    context: {
      // The rest has run at the edge.
      transaction: { audit: () => audit } as SlicedTransaction,
      interruption,
      action: wouldInterrupt === null ? EdgeAction.ALLOW : EdgeAction.LOG_ONLY,
      reason: wouldInterrupt === null ? '' : 'rule',
    },
    verdict,
  };
}

/**
 * Whether rules that pass a record with masked code would pass the request, too: they did at the edge.
 *
 * @param found in the record
 */
export function seesMaskedCode(facts: RecordedFacts, site: CompiledSite, found: AuditRecord | null): boolean {
  if (!facts.hidesCode || found === null) return true;
  if (found.interruption !== null || found.wouldInterrupt !== null) return true;
  return facts.rules?.decidedBy === 0 && isOnSameTerms(facts, site);
}

const isOnSameTerms = ({ rules: recorded }: RecordedFacts, site: CompiledSite): boolean =>
  recorded !== null &&
  site.rules !== null &&
  rulesTermsOf(site) === Buffer.from(recorded.terms).toString('hex');

function auditOf(
  { matches, decidedBy, status, inboundScore }: NonNullable<RecordedFacts['rules']>,
  { rules, mode }: CompiledSite,
): AuditRecord {
  const found = matches.map((match) => matchOf(match, rules!.ruleSet));
  const decided: Interruption | null =
    decidedBy === 0 ? null : { action: status === 0 ? 'drop' : 'deny', status, ruleId: decidedBy, phase: 2 };
  return {
    interruption: mode === 'On' ? decided : null,
    wouldInterrupt: mode === 'On' ? null : decided,
    matches: found,
    exclusions: [],
    inboundScore,
    outboundScore: 0,
    requestBytesInspected: 0,
    requestBytesTotal: 0,
    responseBytesInspected: 0,
    responseBytesTotal: 0,
    bodyProcessor: null,
    bodyError: null,
  };
}

function matchOf(
  { ruleId, score, unlogged }: recordedRequestV1.RecordedMatch,
  ruleSet: CompiledRuleSet,
): RuleMatch {
  const { phase = 2, message = '', severity = null, tags = [] } = ruleSet.describe(ruleId) ?? {};
  return { ruleId, phase, message, data: '', severity, tags, logged: !unlogged, targets: [], score };
}
