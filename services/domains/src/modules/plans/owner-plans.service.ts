import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import type { KnownPlan } from '@palisade/entitlements/known-plan';
import { UserPlansRepository } from '@palisade/entitlements/user-plans';
import { DomainError, type GrpcCallOptions, type UserId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { BILLING_CLIENT, type BillingClient } from '../../connections/billing-client.ts';

/** Less than those wait who ask this service (2 s at least): they still get what is stored when billing hangs. */
const FRESH_PLAN_MS = 1_000;

/** Owners' plans: a read model fed by billing's events, filled by asking where it is empty. */
@Injectable()
export class OwnerPlansService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(BILLING_CLIENT) private readonly billing: BillingClient,
    private readonly plans: UserPlansRepository,
  ) {}

  /** @throws DomainError `service_unavailable` if nothing is stored and billing does not answer */
  async planOf(ownerId: UserId, manager: EntityManager = this.dataSource.manager): Promise<KnownPlan> {
    return (await this.plans.of(manager, ownerId)) ?? this.askBilling(ownerId, manager);
  }

  /**
   * Asks billing, so that a plan paid for a moment ago counts although its event is still on its way.
   * Takes what is stored if billing does not answer.
   */
  async freshPlanOf(ownerId: UserId, manager: EntityManager = this.dataSource.manager): Promise<KnownPlan> {
    try {
      return await this.askBilling(ownerId, manager, { timeout: FRESH_PLAN_MS });
    } catch (error) {
      const stored = await this.plans.of(manager, ownerId);
      if (stored === null || !(error instanceof DomainError)) throw error;
      return stored;
    }
  }

  private async askBilling(
    ownerId: UserId,
    manager: EntityManager,
    call?: GrpcCallOptions,
  ): Promise<KnownPlan> {
    const { plan } = await this.billing.getUserPlan({ userId: ownerId }, call);
    const known = await this.plans.takeAnswer(manager, plan && { ...plan, userId: ownerId });
    if (known === null) {
      throw new DomainError(
        'unavailable',
        'service_unavailable',
        'Your plan cannot be read right now. Please try again.',
      );
    }
    return known;
  }
}
