import { zodResolver } from '@hookform/resolvers/zod';
import * as z from '../../shared/lib/zod.ts';
import { MIN_NEW_PASSWORD_LENGTH } from './password-lengths.ts';

const MIN_LENGTH = MIN_NEW_PASSWORD_LENGTH;

const fields = {
  new_password: z
    .string()
    .check(z.minLength(MIN_LENGTH, `New password must be at least ${MIN_LENGTH} characters long`)),
  /** Not sent. */
  confirmation: z.string(),
};

const isConfirmed = z.refine<{ new_password: string; confirmation: string }>(
  ({ new_password, confirmation }) => new_password === confirmation,
  {
    path: ['confirmation'],
    error: 'New passwords do not match',
    // Both messages at once: a short password and a different confirmation are two things to mend.
    when: ({ value }) => typeof value === 'object' && value !== null,
  },
);

/** A password that takes another's place, by a link from a mail. */
export const newPasswordResolver = zodResolver(z.object(fields).check(isConfirmed));

/** A password that takes another's place, which is given with it. */
export const passwordChangeResolver = zodResolver(
  z
    .object({
      // As it is entered: blanks belong to a password.
      current_password: z.string().check(z.minLength(1, 'Please enter your current password')),
      ...fields,
    })
    .check(isConfirmed),
);
