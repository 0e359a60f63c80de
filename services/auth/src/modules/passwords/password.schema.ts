import { DomainError } from '@palisade/nest-kit';
import { z } from 'zod';
import { isCommonPassword } from './common-passwords.ts';

/** Longer ones would only make hashing more expensive. */
const MAX_LENGTH = 200;

export const signUpPasswordSchema = z
  .string()
  .min(6, 'Password must be at least 6 characters')
  .max(MAX_LENGTH, `Password must be at most ${MAX_LENGTH} characters`);

export const newPasswordSchema = z
  .string()
  .min(8, 'New password must be at least 8 characters long')
  .max(MAX_LENGTH, `New password must be at most ${MAX_LENGTH} characters`);

/** A password that is only compared with a stored one. */
export const presentedPasswordSchema = z.string().min(1).max(MAX_LENGTH);

/**
 * Refuses passwords that are guessed first: common ones, and the account's own names.
 * @throws DomainError unprocessable `password_common`
 */
export function rejectCommonPassword(
  password: string,
  account: { email: string; username: string },
  field: 'password' | 'new_password' = 'password',
): void {
  const lower = password.toLowerCase();
  const own = [account.email, account.email.split('@')[0] ?? '', account.username].map((name) =>
    name.toLowerCase(),
  );
  if (isCommonPassword(password) || own.includes(lower)) {
    const detail = 'This password is among the first that attackers try. Please choose another one.';
    throw new DomainError('unprocessable', 'password_common', detail, {
      fields: [{ path: field, message: detail }],
    });
  }
}
