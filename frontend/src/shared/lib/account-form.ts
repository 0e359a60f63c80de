import { z } from './zod.ts';

export const MIN_PASSWORD_LENGTH = 6;

/** The account form of both sign-up pages; `confirmPassword` is not sent. */
export const accountSchema = z
  .object({
    full_name: z.string().trim(),
    username: z.string().trim().min(1, 'Please enter a username'),
    email: z
      .string()
      .trim()
      .min(1, 'Please enter your email address')
      .pipe(z.email('Please enter a valid email address')),
    password: z
      .string()
      .min(MIN_PASSWORD_LENGTH, `Password must be at least ${MIN_PASSWORD_LENGTH} characters`),
    confirmPassword: z.string(),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ['confirmPassword'],
    error: 'Passwords do not match',
    // Both messages at once: a short password and a different confirmation are two things to mend.
    when: ({ value }) => typeof value === 'object' && value !== null,
  });

export type AccountForm = z.infer<typeof accountSchema>;

export const emptyAccount: AccountForm = {
  full_name: '',
  username: '',
  email: '',
  password: '',
  confirmPassword: '',
};
