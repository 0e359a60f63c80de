import { z } from 'zod';
import { emailAddress, requiredLine } from '../../http/http-fields.ts';

export const UNSUBSCRIBE_REASONS = [
  'too_frequent',
  'not_relevant',
  'too_many_emails',
  'never_signed_up',
  'other',
] as const;

export const subscribeSchema = z
  .object({
    email: emailAddress(),
    first_name: requiredLine(100, 'First name'),
    last_name: requiredLine(100, 'Last name'),
  })
  .meta({ id: 'NewsletterSubscribe' });
export type SubscribeBody = z.infer<typeof subscribeSchema>;

/** `ip_address` and `user_agent` are accepted for compatibility and ignored: the server uses what it sees itself. */
export const unsubscribeSchema = z
  .object({
    email: z
      .string('Please enter your email address')
      .trim()
      .toLowerCase()
      .min(1, 'Please enter your email address')
      .max(254)
      .pipe(z.email('Please enter a valid email address')),
    reason: z.enum(['', ...UNSUBSCRIBE_REASONS]).nullish(),
    ip_address: z.string().max(100).nullish(),
    user_agent: z.string().max(1_000).nullish(),
    /** From a link in one of our mails. */
    token: z.string().max(1_024).nullish(),
  })
  .meta({ id: 'NewsletterUnsubscribe' });
export type UnsubscribeBody = z.infer<typeof unsubscribeSchema>;

export const tokenQuerySchema = z.object({ token: z.string().min(1).max(1_024) });
export type TokenQuery = z.infer<typeof tokenQuerySchema>;
