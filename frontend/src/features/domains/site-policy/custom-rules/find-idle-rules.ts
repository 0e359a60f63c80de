// Runs in a worker: it contains the matcher, which is as large as a page.
import { findingText, ruleFindings } from '@palisade/site-policy/semantics';
import type { CustomRule } from '../../../../shared/api/types.ts';

/** Rules without effect, by id with the reason. */
export const findingTexts = (rules: readonly CustomRule[]): ReadonlyMap<string, string> =>
  new Map(ruleFindings(rules).findings.map((finding) => [finding.rule_id, findingText(finding, rules)]));
