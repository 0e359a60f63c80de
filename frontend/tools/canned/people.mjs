// Who is signed in, or looked at.
import { ago, id } from './common.mjs';
import { plans } from './plans.mjs';

export const userOf = (plan, admin) => ({
  id: id(1),
  email: admin ? 'root@palisade.example' : 'maria@keramik-lindner.example',
  username: admin ? 'root' : 'maria',
  full_name: admin ? 'Robin Ott' : 'Maria Lindner',
  is_admin: admin,
  is_active: true,
  email_confirmed: true,
  mfa_enabled: false,
  mfa_setup_required: false,
  plan,
  plan_name: plans.find(({ slug }) => slug === plan).name,
  plan_status: 'active',
  entitlements: plans.find(({ slug }) => slug === plan).entitlements,
  trial_ends_at: null,
  paid_until: null,
  created_at: ago(60 * 24 * 90),
});
export const customer = userOf('starter', false);
export const admin = userOf('enterprise', true);
