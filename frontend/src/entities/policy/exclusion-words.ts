// Apart from the words of changes and rules, which bring every field's schema along: pages of the log show exclusions and no forms.
export {
  DEFAULT_LIFETIME,
  exclusionSubject,
  expiryIn,
  expiryText,
  familyName,
  familyOf,
  isEvaluation,
  isExpired,
  isRequestField,
  LIFETIMES,
  pathText,
  targetText,
} from '@palisade/site-policy/words';
