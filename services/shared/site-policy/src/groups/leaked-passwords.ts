import * as z from 'zod/mini';
import { choice, enumWire, field, textsWire } from '../model/field.ts';
import { group } from '../model/group.ts';
import { pathSchema, wirePathSchema } from '../model/paths.ts';

const LEAKED_PASSWORD_LIMITS = { paths: 20, fields: 20, fieldCharacters: 100 } as const;
const { paths, fields, fieldCharacters } = LEAKED_PASSWORD_LIMITS;

/** Where people sign in to what many sites run. */
export const DEFAULT_SIGN_IN_PATHS: readonly string[] = [
  '/login',
  '/signin',
  '/sign-in',
  '/sign_in',
  '/log-in',
  '/account/login',
  '/accounts/login',
  '/admin/login',
  '/api/auth/login',
  '/api/login',
  '/api/signin',
  '/auth/login',
  '/auth/signin',
  '/customer/account/loginPost',
  '/user/login',
  '/users/sign_in',
  '/wp-login.php',
];
/** Names of form fields, and of members of JSON documents. */
export const DEFAULT_PASSWORD_FIELDS: readonly string[] = [
  'password',
  'passwd',
  'pass',
  'pwd',
  'login[password]',
  'user[password]',
  'user.password',
];

const fieldSchema = z.string().check(
  z.trim(),
  z.minLength(1, 'Please enter the name of a field'),
  z.maxLength(fieldCharacters, `The name of a field has at most ${fieldCharacters} characters`),
  // Names are compared byte by byte: what nobody sees would only be a mistake.
  z.refine((name) => !/\p{Cc}/u.test(name), 'The name of a field has no control characters'),
);

/** Why something is no name of a field; undefined if it is one. */
export const passwordFieldProblem = (name: string): string | undefined =>
  z.safeParse(fieldSchema, name).error?.issues[0]?.message;

/** Passwords of sign-ins that are known from data breaches. Nothing of them leaves the edge but five digits of a hash. */
export const leakedPasswords = group({
  section: 'policyConfig',
  killSwitch: 'leaked_passwords',
  gate: {
    feature: 'botProtection',
    field: 'leaked_passwords',
    switchesOn: (stored, wanted) => wanted.leaked_passwords !== 'off' && stored.leaked_passwords === 'off',
  },
  fields: {
    /**
     * The action for a sign-in with such a password. All except `log` also tell your server, by the header
     * `Leaked-Password: true`.
     */
    leaked_passwords: choice({
      label: 'Leaked passwords at sign-in',
      options: ['off', 'log', 'header', 'challenge', 'block'],
      default: 'off',
      words: {
        off: 'off',
        log: 'logged',
        header: 'told to the server',
        challenge: 'challenged',
        block: 'blocked',
      },
      wire: enumWire('policy.leakedPasswords.action', 'LeakedPasswordAction', {
        off: 'OFF',
        log: 'LOG',
        header: 'HEADER',
        challenge: 'CHALLENGE',
        block: 'BLOCK',
      }),
    }),
    /** Full paths that sign-in forms are sent to, case-insensitive; empty: the usual ones, such as `/login` and `/wp-login.php`. */
    leaked_password_paths: field<string[]>({
      label: 'Sign-in paths',
      default: [],
      schema: z.array(pathSchema).check(z.maxLength(paths, `A domain has at most ${paths} sign-in paths`)),
      wire: textsWire('policy.leakedPasswords.paths', z.array(wirePathSchema).check(z.maxLength(paths))),
    }),
    /** Names of form fields, or paths in JSON such as `user.password`; empty: the usual ones, such as `password` and `pwd`. */
    leaked_password_fields: field<string[]>({
      label: 'Password fields',
      default: [],
      schema: z
        .array(fieldSchema)
        .check(z.maxLength(fields, `A domain has at most ${fields} password fields`)),
      wire: textsWire(
        'policy.leakedPasswords.fields',
        z.array(z.string().check(z.minLength(1), z.maxLength(fieldCharacters))).check(z.maxLength(fields)),
      ),
    }),
  },
  underPlan: (values, plan) => ({
    ...values,
    leaked_passwords: plan.botProtection ? values.leaked_passwords : 'off',
  }),
});
