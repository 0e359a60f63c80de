export { type ConfigChange, changesBetween } from './changes.ts';
export { allowSource } from './csp/allow-source.ts';
export * from './groups/application-packs.ts';
export * from './groups/bots.ts';
export * from './groups/caching.ts';
export * from './groups/client-certificates.ts';
export * from './groups/crawlers.ts';
export * from './groups/custom-rule-actions.ts';
export * from './groups/custom-rule-conditions.ts';
export * from './groups/custom-rules.ts';
export * from './groups/deception.ts';
export { delivery } from './groups/delivery.ts';
export * from './groups/geo-blocking.ts';
export * from './groups/header-rules.ts';
export * from './groups/index.ts';
export { highestUnder } from './groups/inspection-limits.ts';
export * from './groups/leaked-passwords.ts';
export type { NamedList } from './groups/listed-conditions.ts';
export * from './groups/load-balancing.ts';
export { maintenance } from './groups/maintenance.ts';
export * from './groups/origin.ts';
export * from './groups/own-pages.ts';
export * from './groups/rate-limit-rules.ts';
export * from './groups/rate-limits.ts';
export * from './groups/redirects.ts';
export * from './groups/rule-exclusions.ts';
export * from './groups/rule-set.ts';
export {
  ANSWER_TOO_LATE,
  asksBody,
  BODY_GONE,
  type RuleTime,
  ruleTime,
  SKIP_TOO_LATE,
  timeOf,
  timeProblem,
} from './groups/rule-times.ts';
export * from './groups/trusted-proxies.ts';
export { listsOfPolicy } from './lists-of-policy.ts';
export { applyUpdate, type SitePolicyChanges } from './merge.ts';
export * from './model/addresses.ts';
export * from './model/certificate-facts.ts';
export * from './model/countries.ts';
export type { Field, Fields, Range, SwitchText, ValuesOf, Wire } from './model/field.ts';
export { rangeMessage } from './model/field.ts';
export type { Group, Refusal } from './model/group.ts';
export * from './model/host-name.ts';
export * from './model/kill-switches.ts';
export * from './model/list-entries.ts';
export * from './model/list-kinds.ts';
export * from './model/paths.ts';
export * from './model/pem.ts';
export * from './model/revocation-list.ts';
export { POLICY_SCHEMA_PATH, type PolicyFile, policyFileSchema } from './policy-file.ts';
export * from './site-policy.ts';
export * from './toggles.ts';
