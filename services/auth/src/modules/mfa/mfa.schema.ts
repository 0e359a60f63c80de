import { z } from 'zod';
import { presentedPasswordSchema } from '../passwords/password.schema.ts';

export const mfaTokenSchema = z
  .string()
  .trim()
  .max(32)
  .nullish()
  .describe('Six digits of the authenticator app, or a backup code.');

export const mfaStatusSchema = z
  .object({
    enabled: z.boolean(),
    enabled_at: z.iso.datetime().nullable(),
    has_secret: z.boolean(),
    has_backup_codes: z.boolean(),
  })
  .meta({ id: 'MfaStatus' });
export type MfaStatus = z.infer<typeof mfaStatusSchema>;

export const mfaConfigsSchema = z
  .object({
    configs: z.array(
      z.object({
        id: z.uuid(),
        name: z.string(),
        type: z.string(),
        created_at: z.iso.datetime(),
        enabled: z.boolean(),
        has_secret: z.boolean(),
        has_backup_codes: z.boolean(),
        backup_codes_count: z.int().describe('Number of unused codes.'),
      }),
    ),
  })
  .meta({ id: 'MfaConfigs' });
export type MfaConfigs = z.infer<typeof mfaConfigsSchema>;

export const mfaSetupSchema = z
  .object({
    secret: z.string(),
    qr_code: z.string().describe('PNG image as a data URL.'),
    backup_codes: z.array(z.string()),
    manual_entry_key: z.string().describe('The secret in groups of four, for typing.'),
  })
  .meta({ id: 'MfaSetup' });
export type MfaSetup = z.infer<typeof mfaSetupSchema>;

export const mfaEnableSchema = z
  .object({
    token: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'Please enter the 6-digit code'),
  })
  .meta({ id: 'MfaEnableRequest' });

export const passwordConfirmationSchema = z
  .object({ password: presentedPasswordSchema })
  .meta({ id: 'PasswordConfirmation' });
