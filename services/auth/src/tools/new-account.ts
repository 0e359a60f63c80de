import { DomainError } from '@palisade/nest-kit';
import { z } from 'zod';
import { rejectCommonPassword, signUpPasswordSchema } from '../modules/passwords/password.schema.ts';
import { emailSchema, fullNameSchema, usernameSchema } from '../modules/users/user.schema.ts';

const accountSchema = z.object({
  email: emailSchema,
  username: usernameSchema,
  fullName: fullNameSchema,
  password: signUpPasswordSchema,
});
export type NewAccount = z.infer<typeof accountSchema>;

/** The fields of an account to create from the command line, or their faults, one line each. */
export function readAccount(given: NewAccount): { account: NewAccount } | { faults: string[] } {
  const read = accountSchema.safeParse(given);
  if (!read.success)
    return { faults: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) };
  try {
    rejectCommonPassword(read.data.password, read.data);
    return { account: read.data };
  } catch (error) {
    if (error instanceof DomainError) return { faults: [`password: ${error.detail}`] };
    throw error;
  }
}
