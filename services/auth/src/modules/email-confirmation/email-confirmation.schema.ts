import { z } from 'zod';
import { mailedTokenSchema } from '../email-tokens/email-token.schema.ts';
import { presentedPasswordSchema } from '../passwords/password.schema.ts';

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
