import * as z from './zod.ts';

/** Text without the blanks around it; may be empty. */
export const text = () => z.string().check(z.trim());

/** Text that must not be blank. */
export const requiredText = (message: string) => z.string().check(z.trim(), z.minLength(1, message));

export const emailAddress = (missing = 'Please enter your email address') =>
  z.pipe(requiredText(missing), z.email('Please enter a valid email address'));
