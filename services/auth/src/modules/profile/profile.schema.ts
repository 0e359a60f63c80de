import { entitlementsSchema } from '@palisade/entitlements/schema';
import { idSchema, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';

export const userSchema = z
  .object({
    id: idSchema<UserId>(),
    email: z.string(),
    username: z.string(),
    full_name: z.string(),
    is_admin: z.boolean(),
    is_active: z.boolean(),
    email_confirmed: z.boolean(),
    mfa_enabled: z.boolean(),
    mfa_setup_required: z
      .boolean()
      .describe('An administrator without administrative rights until MFA is set up.'),
    plan: z.string().describe('Slug of the plan, such as "starter".'),
    plan_name: z.string(),
    plan_status: z.string(),
    entitlements: entitlementsSchema,
    trial_ends_at: z.iso.datetime().nullable(),
    paid_until: z.iso.datetime().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'CurrentUser' });
export type UserView = z.infer<typeof userSchema>;
