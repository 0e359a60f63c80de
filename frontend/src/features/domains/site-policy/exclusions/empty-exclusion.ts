import { DEFAULT_LIFETIME, expiryIn } from '../../../../entities/policy/exclusion-words.ts';
import type { RuleExclusion } from '../../../../shared/api/types.ts';

/** Nothing chosen yet, and an end. */
export const emptyExclusion = (): RuleExclusion => ({
  id: crypto.randomUUID(),
  by: 'rule_id',
  value: '',
  target: '',
  path_prefix: '',
  note: '',
  expires_at: expiryIn(DEFAULT_LIFETIME),
});
