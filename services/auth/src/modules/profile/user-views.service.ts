import { Inject, Injectable } from '@nestjs/common';
import { toView } from '@palisade/entitlements';
import { AUTH_CONFIG, type AuthConfig } from '../../config/config.ts';
import { SecondFactorsService } from '../mfa/second-factors.service.ts';
import { PlansService } from '../plans/plans.service.ts';
import type { UserEntity } from '../users/user.entity.ts';
import type { UserView } from './profile.schema.ts';

/** A user as the signed-in user sees themselves, plan included. */
@Injectable()
export class UserViewsService {
  constructor(
    @Inject(AUTH_CONFIG) private readonly config: AuthConfig,
    private readonly plans: PlansService,
    private readonly secondFactors: SecondFactorsService,
  ) {}

  async of(user: UserEntity): Promise<UserView> {
    const [plan, mfaEnabled] = await Promise.all([
      this.plans.of(user.id),
      this.secondFactors.isEnabled(user.id),
    ]);
    const needsMfa = user.isAdmin && !mfaEnabled && this.config.PALISADE_AUTH_ADMIN_MFA === 'required';
    return {
      id: user.id,
      email: user.email,
      username: user.username,
      full_name: user.fullName,
      is_admin: user.isAdmin && !needsMfa,
      is_active: user.isActive,
      email_confirmed: user.emailConfirmedAt !== null,
      mfa_enabled: mfaEnabled,
      mfa_setup_required: needsMfa,
      plan: plan.slug,
      plan_name: plan.name,
      plan_status: plan.status,
      entitlements: toView(plan.entitlements),
      trial_ends_at: plan.trialEndsAt?.toISOString() ?? null,
      paid_until: plan.paidUntil?.toISOString() ?? null,
      created_at: user.createdAt.toISOString(),
    };
  }
}
