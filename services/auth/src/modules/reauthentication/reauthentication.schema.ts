import { z } from 'zod';
import { mfaTokenSchema } from '../mfa/mfa.schema.ts';
import { presentedPasswordSchema } from '../passwords/password.schema.ts';

export const reauthenticateSchema = z
  .object({ password: presentedPasswordSchema, mfa_token: mfaTokenSchema })
  .meta({ id: 'ReauthenticateRequest' });

export const reauthenticationSchema = z
  .object({
    requires_mfa: z.boolean().describe('True: nothing is confirmed yet; repeat the request with mfa_token.'),
    confirmed_until: z.iso
      .datetime()
      .nullable()
      .describe('Until when this session may perform sensitive actions.'),
  })
  .meta({ id: 'Reauthentication' });
export type ReauthenticationView = z.infer<typeof reauthenticationSchema>;
