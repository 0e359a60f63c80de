// How rules, exclusions and changes of a policy are told: the command line tells them in the same words.
import './site-policy.ts';
import {
  exclusionText as exclusionTextWith,
  shownChange as shownChangeWith,
} from '@palisade/site-policy/words';
import type { RuleExclusion } from '../../shared/api/types.ts';
import { formatDate } from '../../shared/lib/format.ts';

export {
  actionFacts,
  actionText,
  type ConditionField,
  type ConditionOperator,
  conditionFields,
  conditionParts,
  conditionText,
  exclusionSubject,
  expiryIn,
  expiryText,
  familyName,
  familyOf,
  fieldLabel,
  isEvaluation,
  isExpired,
  isRequestField,
  LIFETIMES,
  listText,
  operatorsOf,
  operatorText,
  pathText,
  type RuleAction,
  ruleText,
  type ShownChange,
  type SkippedCheck,
  skipTexts,
  targetText,
  USUAL_LIFETIME,
  valueText,
} from '@palisade/site-policy/words';

/** With dates as the reader has chosen to see them. */
export const exclusionText = (exclusion: RuleExclusion): string =>
  exclusionTextWith(exclusion, (time) => formatDate(time));
export const shownChange = (field: string, before: unknown, after: unknown) =>
  shownChangeWith(field, before, after, (time) => formatDate(time));
