import { z } from 'zod';

/** Including those that change the direction of text: they would also affect the page around a name. */
const CONTROL_CHARACTERS = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/u;

/** Control characters in an address or name could become headers of somebody else's mail. */
const oneLine = (schema: z.ZodString, what: string) =>
  schema.refine((text) => !CONTROL_CHARACTERS.test(text), `${what} must not contain control characters`);

export const emailSchema = z
  .email('Enter a valid email address')
  .max(254, 'Email address must be at most 254 characters');
export const usernameSchema = z
  .string()
  .trim()
  .min(2, 'Username must be at least 2 characters')
  .max(50, 'Username must be at most 50 characters')
  .regex(
    /^[\p{L}\p{N}][\p{L}\p{N}._-]*$/u,
    'Username may contain letters, digits, dot, underscore and hyphen',
  );
export const fullNameSchema = oneLine(
  z.string().trim().max(120, 'Full name must be at most 120 characters'),
  'Full name',
);

/** The form that e-mail addresses are compared in: nobody registers twice by spelling an address differently. */
export const emailKey = (email: string): string => email.trim().normalize('NFKC').toLowerCase();

/** The form that user names are compared in. */
export const usernameKey = (username: string): string => username.trim().normalize('NFKC').toLowerCase();
