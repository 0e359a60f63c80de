import { DomainError } from '@palisade/nest-kit';

export const planNotFound = () => new DomainError('not_found', 'plan_not_found', 'Plan not found');

/** Bounds the public list, and every service's copy of it. */
export const MAX_PLANS = 100;
export const tooManyPlans = () =>
  new DomainError(
    'conflict',
    'too_many_plans',
    `There can be at most ${MAX_PLANS} plans. Please delete one that nobody has.`,
  );

export const planIsFree = () =>
  new DomainError('unprocessable', 'plan_is_free', 'This plan is free and needs no payment.');

export const planInUse = (detail: string) => new DomainError('conflict', 'plan_in_use', detail);

export const freePlanKept = (detail: string) => new DomainError('conflict', 'free_plan_kept', detail);
