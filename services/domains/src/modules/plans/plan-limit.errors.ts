import { DomainError } from '@palisade/nest-kit';

/** For one domain more than the plan includes. */
export function domainLimitReached(planName: string, limit: number): DomainError {
  const included = limit === 1 ? '1 domain' : `${limit} domains`;
  return new DomainError(
    'payment_required',
    'upgrade_required',
    `Upgrade required: your ${planName} plan includes ${included}. Upgrade your plan to protect more.`,
  );
}
