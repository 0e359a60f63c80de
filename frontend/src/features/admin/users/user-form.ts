import { MIN_PASSWORD_LENGTH } from '../../../entities/session/password-lengths.ts';
import type { AdminUser, AdminUserCreate, AdminUserUpdate } from '../../../shared/api/types.ts';
import { emailAddress, requiredText, text } from '../../../shared/lib/form-fields.ts';
import * as z from '../../../shared/lib/zod.ts';

const TOO_SHORT = `Password must be at least ${MIN_PASSWORD_LENGTH} characters`;
const isLongEnough = (password: string) => password.length >= MIN_PASSWORD_LENGTH;

const fields = {
  username: requiredText('Please enter a username'),
  full_name: text(),
  email: emailAddress('Please enter an email address'),
  plan: z.string(),
  ends_paid_time: z.boolean(),
  is_admin: z.boolean(),
  is_active: z.boolean(),
};

export const newUserSchema = z.object({
  ...fields,
  password: z.string().check(z.minLength(1, 'Please enter a password'), z.refine(isLongEnough, TOO_SHORT)),
});

/** An empty password keeps the stored one. */
export const changedUserSchema = z.object({
  ...fields,
  password: z.string().check(z.refine((password) => password === '' || isLongEnough(password), TOO_SHORT)),
});
export type UserForm = z.infer<typeof newUserSchema>;

export const userFormOf = (user: AdminUser | undefined): UserForm => ({
  username: user?.username ?? '',
  full_name: user?.full_name ?? '',
  email: user?.email ?? '',
  password: '',
  plan: user?.plan ?? 'free',
  ends_paid_time: false,
  is_admin: user?.is_admin ?? false,
  is_active: user?.is_active ?? true,
});

/** A new account is active. */
export const userCreateOf = ({
  is_active: _active,
  ends_paid_time: _ends,
  ...values
}: UserForm): AdminUserCreate => values;

export const userUpdateOf = ({ password, ends_paid_time, ...values }: UserForm): AdminUserUpdate => ({
  ...values,
  ...(ends_paid_time && { ends_paid_time }),
  ...(password !== '' && { password }),
});
