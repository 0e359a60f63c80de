import { isEvaluation } from '../records/classification.rules.ts';
import type { StoredMatch } from '../records/stored-match.types.ts';
import type { Severity } from '../records/threats.rules.ts';

/** The dashboard's severities for those of SecLang; a rule without one counts as a warning. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  EMERGENCY: 'CRITICAL',
  ALERT: 'CRITICAL',
  CRITICAL: 'CRITICAL',
  ERROR: 'HIGH',
};

export interface NamedRule {
  id: number;
  message: string;
  /** Null where no rule that inspects the request is known. */
  severity: Severity | null;
}

/**
 * The rule that an entry is named after: the one that decided, or the match with the highest score where the deciding
 * rule only compares the score. Of equals the first match counts. Null without any match.
 */
export function strongestRule(
  decidingId: number,
  decidingMessage: string,
  matches: readonly StoredMatch[],
): NamedRule | null {
  if (decidingId === 0) return null;
  const fired = matches.filter(({ rule_id, tags }) => !isEvaluation({ ruleId: rule_id, tags }));
  const decidingFired = fired.find(({ rule_id }) => rule_id === decidingId);
  const evaluates = isEvaluation({ ruleId: decidingId, tags: [] });
  const heaviest = fired.toSorted((a, b) => b.score - a.score)[0];
  const named = decidingFired ?? (evaluates ? heaviest : undefined);
  if (!named) return { id: decidingId, message: decidingMessage, severity: null };
  return {
    id: named.rule_id,
    message: named.message,
    severity: SEVERITIES[named.severity.toUpperCase()] ?? 'MEDIUM',
  };
}
