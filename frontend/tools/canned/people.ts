// Who is signed in, or looked at.
import type { CurrentUser } from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import { type PlanSlug, planOf } from './plans.ts';

export function userOf(slug: PlanSlug, admin = false): CurrentUser {
  const plan = planOf(slug);
  return {
    id: id(1),
    email: admin ? 'root@palisade.example' : 'maria@keramik-lindner.example',
    username: admin ? 'root' : 'maria',
    full_name: admin ? 'Robin Ott' : 'Maria Lindner',
    is_admin: admin,
    is_active: true,
    email_confirmed: true,
    mfa_enabled: false,
    mfa_setup_required: false,
    plan: slug,
    plan_name: plan.name,
    plan_status: 'active',
    entitlements: plan.entitlements,
    trial_ends_at: null,
    paid_until: null,
    created_at: ago(60 * 24 * 90),
  };
}
export const customer = userOf('starter');
export const admin = userOf('enterprise', true);
