import { useLocation } from 'react-router-dom';
import type { CustomRule } from '../../shared/api/types.ts';

/** Goes with a link to a domain's rules: a rule that is begun elsewhere and finished there. */
export const draftRuleState = (draftRule: CustomRule) => ({ draftRule });

export function useDraftRule(): CustomRule | null {
  const state = useLocation().state as Partial<ReturnType<typeof draftRuleState>> | null;
  return state?.draftRule ?? null;
}
