import { isEvaluation } from '../records/classification.rules.ts';
import type { StoredMatch } from '../records/stored-match.types.ts';
import type { Severity } from '../records/threats.rules.ts';

/** Severities of SecLang as the dashboard has them; a rule without one is not less than a warning. */
const SEVERITIES: Readonly<Record<string, Severity>> = {
  EMERGENCY: 'CRITICAL',
  ALERT: 'CRITICAL',
  CRITICAL: 'CRITICAL',
  ERROR: 'HIGH',
};

export interface NamedRule {
  id: number;
  message: string;
  /** Null where no rule that looks at the request is known. */
  severity: Severity | null;
}

/**
 * The rule that an entry is named after: the one that decided, or the heaviest that fired where the deciding one only
 * compares the score. Among equals the first that fired counts. Null if no rule had a word.
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
