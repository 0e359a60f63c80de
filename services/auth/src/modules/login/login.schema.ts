import { z } from 'zod';
import { mfaTokenSchema } from '../mfa/mfa.schema.ts';
import { presentedPasswordSchema } from '../passwords/password.schema.ts';
import { userSchema } from '../profile/profile.schema.ts';
import { expiresInSchema, sessionEndSchema } from '../sessions/session.schema.ts';

export const loginSchema = z
  .object({
    email: z.string().trim().min(1, 'Email is required').max(254),
    password: presentedPasswordSchema,
    mfa_token: mfaTokenSchema,
    remember_me: z.boolean().nullish(),
  })
  .meta({ id: 'LoginRequest' });

export const loginResultSchema = z
  .object({
    requires_mfa: z.boolean().describe('True: no session was created; repeat the request with mfa_token.'),
    access_token: z.string().nullable(),
    token_type: z.literal('bearer'),
    expires_in: expiresInSchema.nullable(),
    expires_at: sessionEndSchema.nullable(),
    user: userSchema.nullable(),
  })
  .meta({ id: 'LoginResult' });
export type LoginResult = z.infer<typeof loginResultSchema>;
