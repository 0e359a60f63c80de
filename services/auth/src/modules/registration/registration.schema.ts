import { z } from 'zod';
import { signUpPasswordSchema } from '../passwords/password.schema.ts';
import { userSchema } from '../profile/profile.schema.ts';
import { expiresInSchema, sessionEndSchema } from '../sessions/session.schema.ts';
import { emailSchema, fullNameSchema, usernameSchema } from '../users/user.schema.ts';

export const registerSchema = z
  .object({
    email: emailSchema,
    username: usernameSchema,
    password: signUpPasswordSchema,
    full_name: fullNameSchema.nullish(),
  })
  .meta({ id: 'RegisterRequest' });

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
