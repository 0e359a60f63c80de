/**
 * SecLang in, verdicts out. `compileRuleSet` turns rule files into a frozen rule set; `withOverlay` gives a site its mode,
 * thresholds and exclusions without copying it; `beginTransaction` opens one request, which is fed in the order of HTTP and
 * says after each phase whether to stop; `audit` tells why. `assertExclusion` is for those who store exclusions.
 */
export type * from './api.ts';
export { STEPS_PER_SLICE, UNFINISHED } from './api.ts';
export { excerpt } from './audit/excerpt.ts';
export { percentDecode } from './body-processors/percent-decoding.ts';
export { assertExclusion } from './compiler/exclusions.ts';
export { compileRuleSet } from './compiler/rule-set.ts';
export { RuleError, type RuleErrorCode, type SourcePosition } from './errors.ts';
export { pathReadings, plainPath } from './request-path.ts';
export { encodeUtf8 } from './seclang/byte-text.ts';
