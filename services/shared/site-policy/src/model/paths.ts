import * as z from 'zod/mini';

export const MAX_PATH_LENGTH = 500;
export const PATH_INVALID = 'A path must begin with a slash';
export const PATH_TOO_LONG = `A path has at most ${MAX_PATH_LENGTH} characters`;
export const PATH_NOT_PLAIN = 'A path must not contain spaces or characters that are not percent-encoded';

/** A path as owners enter it. */
export const pathSchema = z
  .string()
  .check(
    z.trim(),
    z.startsWith('/', PATH_INVALID),
    z.maxLength(MAX_PATH_LENGTH, PATH_TOO_LONG),
    z.regex(/^[\x21-\x7e]+$/, PATH_NOT_PLAIN),
  );

/** Why something is no path; undefined if it is one. */
export const pathProblem = (path: string): string | undefined =>
  z.safeParse(pathSchema, path).error?.issues[0]?.message;

export const wirePathSchema = z.string().check(z.startsWith('/'), z.maxLength(MAX_PATH_LENGTH));
