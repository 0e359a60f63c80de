/** Semantics of custom rules: which of them never decide, and which requests two versions decide differently. */
export type { ExampleRequest } from './example-request.ts';
export { redirectCircle } from './redirect-circle.ts';
export {
  type DecisionChange,
  type RuleDifference,
  type RuleOutcome,
  ruleDifference,
} from './rule-difference.ts';
export { type RuleFinding, type RuleFindings, ruleFindings } from './rule-findings.ts';
export { exampleText, findingText, outcomeText } from './semantics-words.ts';
