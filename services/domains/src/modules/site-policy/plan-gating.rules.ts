import type { Entitlements } from '@palisade/entitlements';
import { DomainError } from '@palisade/nest-kit';
import { beyondPlan, type PolicyConfig } from '@palisade/site-policy';

/**
 * Refuses what the plan lacks if this change switches it on.
 * @throws DomainError `upgrade_required`
 */
export function refuseBeyondPlan(stored: PolicyConfig, wanted: PolicyConfig, plan: Entitlements): void {
  const problems = beyondPlan(stored, wanted, plan);
  if (problems.length > 0) {
    throw new DomainError('payment_required', 'upgrade_required', problems.map((p) => p.message).join(' '), {
      fields: problems,
    });
  }
}
