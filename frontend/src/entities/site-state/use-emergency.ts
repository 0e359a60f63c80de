import { useState } from 'react';
import type { PolicyConfig } from '../../shared/api/types.ts';
import { messageOf } from '../../shared/lib/problem.ts';
import { attempt } from '../../shared/ui/attempt.ts';
import { toast } from '../../shared/ui/toast.ts';
import {
  useLazyGetSitePolicyQuery,
  useRollBackSitePolicyMutation,
  useUpdateSitePolicyMutation,
} from '../domain/domains-api.ts';

/** Changes a site's policy with one press, beside the explanation why, and offers to undo it. */
export function useEmergency(domainId: string) {
  const [load] = useLazyGetSitePolicyQuery();
  const [update] = useUpdateSitePolicyMutation();
  const [rollBack] = useRollBackSitePolicyMutation();
  const [busy, setBusy] = useState<'challenge' | 'block' | null>(null);

  const change = async (
    what: 'challenge' | 'block',
    done: string,
    patch: (policy: PolicyConfig) => Partial<PolicyConfig>,
  ) => {
    setBusy(what);
    try {
      const { policyConfig, version } = await load({ id: domainId }).unwrap();
      const saved = await update({
        id: domainId,
        sitePolicyUpdate: { policyConfig: patch(policyConfig), version },
      }).unwrap();
      const goBack = () =>
        attempt(rollBack({ id: domainId, version, currentVersion: saved.version }).unwrap(), {
          success: 'The previous policy is restored',
          failure: 'Failed to undo the change',
        });
      toast.undo(done, goBack);
    } catch (failure) {
      toast.error(messageOf(failure, 'Failed to change the policy'));
    }
    setBusy(null);
  };

  return {
    busy,
    challengeEverybody: () =>
      change('challenge', 'Everybody is challenged now', () => ({
        enable_bot_protection: true,
        bot_challenge: 'all',
      })),
    blockNetworks: (networks: readonly string[]) =>
      change(
        'block',
        networks.length === 1
          ? `${networks[0]} is blocked now`
          : `${networks.length} networks are blocked now`,
        ({ blocked_ips }) => ({ blocked_ips: [...new Set([...blocked_ips, ...networks])] }),
      ),
  };
}
