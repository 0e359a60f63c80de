import { z } from 'zod';

const CONTROL = /[\p{Cc}\u2028\u2029]/u;

/** One line of text that may appear in a header: a line break would let the sender add headers. */
export const line = (max: number, name: string) =>
  z
    .string(`${name} is required`)
    .trim()
    .max(max, `${name} takes at most ${max} characters`)
    .refine((text) => !CONTROL.test(text), `${name} must be one line of text`);

export const requiredLine = (max: number, name: string) => line(max, name).min(1, `${name} is required`);

/** An address as it is stored and compared: in lower case. */
export const emailAddress = (name = 'Email') =>
  z
    .string(`${name} is required`)
    .trim()
    .toLowerCase()
    .max(254, `${name} takes at most 254 characters`)
    .pipe(z.email(`${name} must be a valid email address`));

export const rowId = z.coerce.number().int().min(1).max(2_147_483_647);

/** Maximum rows per page of a list; older ones are requested with `before`, the position of the last row. */
export const pageSize = z.coerce.number().int().min(1).max(200).default(50);

export const messageSchema = z.object({ message: z.string() }).meta({ id: 'MailerMessage' });
