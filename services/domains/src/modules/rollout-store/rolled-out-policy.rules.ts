import { DomainError } from '@palisade/nest-kit';
import { applyUpdate, type PolicyConfig, type SitePolicy, sameValue } from '@palisade/site-policy';

type Changed = Pick<SitePolicy, 'policyConfig'>;

/** The policy's fields that differ, with their new values. */
export function changedPolicy(stored: Changed, next: Changed): Partial<PolicyConfig> {
  return Object.fromEntries(
    Object.entries(next.policyConfig).filter(
      ([name, value]) => !sameValue(stored.policyConfig[name as keyof PolicyConfig], value),
    ),
  );
}

/** The policy for a roll-out's visitors: the active one with the roll-out's own fields. */
export const candidateOf = (stored: SitePolicy, rollout: { policy: Partial<PolicyConfig> }): SitePolicy =>
  applyUpdate(stored, { policyConfig: rollout.policy });

/**
 * Changes saved during a roll-out apply to all visitors, except for fields that the roll-out changes: these must wait
 * until it is over.
 * @throws DomainError `rollout_running`
 */
export function refuseRolledOut(
  rollout: { policy: Partial<PolicyConfig> } | null,
  stored: Changed,
  next: Changed,
): void {
  if (rollout === null) return;
  const both = Object.keys(changedPolicy(stored, next)).filter((name) => name in rollout.policy);
  if (both.length === 0) return;
  throw rolloutRunning(
    both.map((name) => ({
      path: `policyConfig.${name}`,
      message: 'A roll-out is changing this. Please promote it or roll it back first.',
    })),
  );
}

export const rolloutRunning = (fields: { path: string; message: string }[] = []) =>
  new DomainError(
    'conflict',
    'rollout_running',
    'A change of this policy is being rolled out. Please promote it or roll it back first.',
    { fields },
  );
