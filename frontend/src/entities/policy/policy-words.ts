// Words for rules, exclusions and changes of a policy; the command line uses the same ones.
import './site-policy.ts';
import { shownChange as shownChangeWith } from '@palisade/site-policy/words';
import { formatDate } from '../../shared/lib/format.ts';

export {
  actionFacts,
  actionText,
  type ConditionField,
  type ConditionOperator,
  conditionFields,
  conditionParts,
  countedThings,
  fieldLabel,
  keyParts,
  limitActions,
  limitActionText,
  operatorsOf,
  operatorText,
  placeName,
  type RateLimitAction,
  type RateLimitCount,
  type RateLimitKeyPart,
  type RuleAction,
  rateLimitText,
  ruleText,
  type SkippedCheck,
  skipTexts,
  valueText,
} from '@palisade/site-policy/words';

/** With dates as the reader has chosen to see them. */
export const shownChange = (field: string, before: unknown, after: unknown) =>
  shownChangeWith(field, before, after, (time) => formatDate(time));
