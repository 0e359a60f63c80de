/**
 * Public API: SecLang in, verdicts out. `compileRuleSet` compiles rule files to a frozen rule set; `withOverlay` gives
 * a site its mode, thresholds and exclusions without copying it; `beginTransaction` begins one request, which is fed in
 * the order of HTTP and returns after each phase whether to stop; `audit` explains the result. `assertExclusion`
 * validates exclusions before they are stored.
 */

export { encodeUtf8 } from '@palisade/regex';
export { assertExclusion } from './compile/exclusions.ts';
export { parseDirectives, parseRule } from './compile/seclang/parser.ts';
export { type AskedFields, type BodyFields, readBodyFields } from './evaluate/body/body-fields.ts';
export { inAnyCase } from './evaluate/body/form-names.ts';
export { type JsonPlace, jsonPlaceInAnyCase, jsonPlaceOf } from './evaluate/body/json-place.ts';
export { percentDecode } from './evaluate/body-processors/percent-decoding.ts';
export { excerpt } from './evaluate/rules/excerpt.ts';
export { pathReadings, plainPath } from './evaluate/state/request-path.ts';
export {
  type TransformationStep,
  transformationSteps,
} from './evaluate/transformations/transformation-steps.ts';
export { compileRuleSet } from './host/rule-set.ts';
export {
  ACCELERATOR_NAMES,
  ACCELERATORS,
  type Accelerator,
  type AcceleratorFlags,
  AcceleratorSwitches,
  isAccelerator,
} from './model/accelerator-switches.ts';
export type * from './model/api.ts';
export { STEPS_PER_SLICE, UNFINISHED } from './model/api.ts';
export { detached } from './model/detached.ts';
export { RuleError, type RuleErrorCode, type SourcePosition } from './model/errors.ts';
export { TwoGenerationCache } from './model/two-generation-cache.ts';
