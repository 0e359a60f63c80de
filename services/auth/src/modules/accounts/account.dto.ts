import { idSchema, type UserId } from '@palisade/nest-kit';
import { z } from 'zod';
import { signUpPasswordSchema } from '../passwords/password-rules.ts';
import { expiresInSchema, sessionEndSchema } from '../sessions/session.dto.ts';

const CONTROL_CHARACTERS = /\p{Cc}/u;

/** Control characters in an address or name become headers of somebody else's mail. */
const oneLine = (schema: z.ZodString, what: string) =>
  schema.refine((text) => !CONTROL_CHARACTERS.test(text), `${what} must not contain control characters`);

export const emailSchema = z.email('Enter a valid email address').max(254);
export const usernameSchema = z
  .string()
  .trim()
  .min(2, 'Username must be at least 2 characters')
  .max(50, 'Username must be at most 50 characters')
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
    'Username may contain letters, digits, dot, underscore and hyphen',
  );
export const fullNameSchema = oneLine(z.string().trim().max(120), 'Full name');

export const registerSchema = z
  .object({
    email: emailSchema,
    username: usernameSchema,
    password: signUpPasswordSchema,
    full_name: fullNameSchema.nullish(),
  })
  .meta({ id: 'RegisterRequest' });

export const entitlementsSchema = z
  .object({
    max_domains: z.int().nullable(),
    rate_limiting: z.boolean(),
    max_rate_limit_requests: z.int().nullable(),
    ddos_protection: z.boolean(),
    ip_management: z.boolean(),
    bot_protection: z.boolean(),
    geo_blocking: z.boolean(),
    edge_caching: z.boolean(),
    max_custom_rules: z.int().nullable(),
    log_retention_days: z.int(),
    bandwidth_bytes: z.number().nullable(),
  })
  .meta({ id: 'UserEntitlements', description: 'What the plan includes; null as a limit means unlimited.' });

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
    mfa_setup_required: z.boolean().describe('An administrator who has no rights until MFA is set up.'),
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

export const sessionTokenSchema = z
  .object({
    access_token: z.string(),
    token_type: z.literal('bearer'),
    expires_in: expiresInSchema,
    expires_at: sessionEndSchema,
    user: userSchema,
  })
  .meta({ id: 'SessionToken' });
export type SessionTokenView = z.infer<typeof sessionTokenSchema>;
