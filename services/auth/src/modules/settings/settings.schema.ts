import { z } from 'zod';
import { newPasswordSchema, presentedPasswordSchema } from '../passwords/password.schema.ts';
import { emailSchema, fullNameSchema } from '../users/user.schema.ts';

export const accountUpdateSchema = z
  .object({ full_name: fullNameSchema.nullish(), email: emailSchema })
  .meta({ id: 'AccountUpdate' });

export const passwordChangeSchema = z
  .object({ current_password: presentedPasswordSchema, new_password: newPasswordSchema })
  .meta({ id: 'PasswordChange' });

export const notificationSettingsSchema = z
  .object({
    email_alerts: z.boolean(),
    attack_notifications: z.boolean(),
    weekly_reports: z.boolean(),
    marketing_emails: z.boolean(),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettingsView = z.infer<typeof notificationSettingsSchema>;
