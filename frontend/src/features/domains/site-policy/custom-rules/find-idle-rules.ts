// What the worker runs: with it comes the matcher, which is as large as a page.
import { findingText, ruleFindings } from '@palisade/site-policy/semantics';
import type { CustomRule } from '../../../../shared/api/types.ts';

/** Rules that do nothing, by their id, with why. */
export const findingTexts = (rules: readonly CustomRule[]): ReadonlyMap<string, string> =>
  new Map(ruleFindings(rules).findings.map((finding) => [finding.rule_id, findingText(finding, rules)]));
