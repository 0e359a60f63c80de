import { zodResolver } from '@hookform/resolvers/zod';
import { emailAddress, requiredText, text } from '../../shared/lib/form-fields.ts';
import * as z from '../../shared/lib/zod.ts';
import { MIN_PASSWORD_LENGTH } from './password-lengths.ts';

/** The account form of both sign-up pages; `confirmPassword` is not sent. */
const accountSchema = z
  .object({
    full_name: text(),
    username: requiredText('Please enter a username'),
    email: emailAddress(),
    password: z
      .string()
      .check(z.minLength(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`)),
    confirmPassword: z.string(),
  })
  .check(
    z.refine(({ password, confirmPassword }) => password === confirmPassword, {
      path: ['confirmPassword'],
      error: 'Passwords do not match',
      // Both messages at once: a short password and a different confirmation are two things to mend.
      when: ({ value }) => typeof value === 'object' && value !== null,
    }),
  );

export const accountResolver = zodResolver(accountSchema);
