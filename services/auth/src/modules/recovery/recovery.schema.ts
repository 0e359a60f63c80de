import { z } from 'zod';
import { mailedTokenSchema } from '../email-tokens/email-token.schema.ts';
import { newPasswordSchema } from '../passwords/password.schema.ts';

export const forgottenPasswordSchema = z
  .object({ email: z.string().trim().min(1, 'Please enter your email address').max(254) })
  .meta({ id: 'ForgottenPasswordRequest' });

export const resetPasswordSchema = z
  .object({ token: mailedTokenSchema, new_password: newPasswordSchema })
  .meta({ id: 'ResetPasswordRequest' });
