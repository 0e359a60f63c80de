import { z } from 'zod';
import { newPasswordSchema, presentedPasswordSchema } from '../passwords/password-rules.ts';

/** Tokens of our own have 43 characters; others need not be looked up. */
const mailedTokenSchema = z.string().min(1).max(100);

export const confirmEmailSchema = z
  .object({
    token: mailedTokenSchema,
    password: presentedPasswordSchema
      .nullish()
      .describe('The account’s password: needed from a device that the account does not know.'),
  })
  .meta({ id: 'ConfirmEmailRequest' });

export const undoEmailChangeSchema = z
  .object({ token: mailedTokenSchema })
  .meta({ id: 'UndoEmailChangeRequest' });

export const forgottenPasswordSchema = z
  .object({ email: z.string().trim().min(1, 'Please enter your email address').max(254) })
  .meta({ id: 'ForgottenPasswordRequest' });

export const resetPasswordSchema = z
  .object({ token: mailedTokenSchema, new_password: newPasswordSchema })
  .meta({ id: 'ResetPasswordRequest' });
