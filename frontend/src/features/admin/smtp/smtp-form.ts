import type { SmtpConfig } from '../../../shared/api/types.ts';
import { emailAddress, requiredText, text } from '../../../shared/lib/form-fields.ts';
import * as z from '../../../shared/lib/zod.ts';

const DEFAULT_PORT = 587;
const MAX_PORT = 65_535;

/** Numbers as typed; secrets start empty. */
const fields = {
  name: requiredText('Please enter a name'),
  host: requiredText('Please enter a host'),
  port: text().check(
    z.refine(
      (port) => /^\d+$/.test(port) && Number(port) >= 1 && Number(port) <= MAX_PORT,
      'A port is 1 to 65535',
    ),
  ),
  username: requiredText('Please enter a username'),
  use_tls: z.boolean(),
  use_ssl: z.boolean(),
  from_email: emailAddress('Please enter a sender address'),
  from_name: text(),
  max_per_second: text().check(
    z.refine((cap) => cap === '' || /^[1-9]\d{0,3}$/.test(cap), 'A whole number from 1 on'),
  ),
  dkim_domain: text(),
  dkim_selector: text(),
  dkim_private_key: z.string(),
  is_default: z.boolean(),
  is_active: z.boolean(),
};

const SIGNING = { dkim_domain: 'a domain', dkim_selector: 'a selector', dkim_private_key: 'a private key' };
type Signing = Record<keyof typeof SIGNING, string>;

const isSigning = ({ dkim_domain, dkim_selector, dkim_private_key }: Signing): boolean =>
  [dkim_domain, dkim_selector, dkim_private_key].some((value) => value.trim() !== '');

/** All three or none, as signing needs them together. */
const isWhole = (name: keyof Signing) =>
  z.refine<Signing>((values) => !isSigning(values) || values[name].trim() !== '', {
    path: [name],
    error: `Signing needs ${SIGNING[name]}`,
    // Shown together with other errors.
    when: () => true,
  });

export const newSmtpSchema = z
  .object({ ...fields, password: z.string().check(z.minLength(1, 'Please enter a password')) })
  .check(isWhole('dkim_domain'), isWhole('dkim_selector'), isWhole('dkim_private_key'));
export type SmtpForm = z.infer<typeof newSmtpSchema>;

const changed = z
  .object({ ...fields, password: z.string() })
  .check(isWhole('dkim_domain'), isWhole('dkim_selector'));

/** An empty password or key keeps the stored one. */
export const changedSmtpSchema = ({ has_dkim_key }: SmtpConfig) =>
  has_dkim_key ? changed : changed.check(isWhole('dkim_private_key'));

/** Initial values. */
export const smtpFormOf = (smtp: SmtpConfig | undefined): SmtpForm => ({
  name: smtp?.name ?? '',
  host: smtp?.host ?? '',
  port: String(smtp?.port ?? DEFAULT_PORT),
  username: smtp?.username ?? '',
  password: '',
  from_email: smtp?.from_email ?? '',
  from_name: smtp?.from_name ?? '',
  max_per_second: smtp?.max_per_second == null ? '' : String(smtp.max_per_second),
  dkim_domain: smtp?.dkim_domain ?? '',
  dkim_selector: smtp?.dkim_selector ?? '',
  dkim_private_key: '',
  use_tls: smtp?.use_tls ?? true,
  use_ssl: smtp?.use_ssl ?? false,
  is_default: smtp?.is_default ?? false,
  is_active: smtp?.is_active ?? true,
});

/** The form's values for the API; empty secrets are not sent. */
export const smtpInputOf = ({ password, dkim_private_key: key, ...values }: SmtpForm) => ({
  ...values,
  port: Number(values.port),
  max_per_second: values.max_per_second === '' ? null : Number(values.max_per_second),
  ...(password !== '' && { password }),
  ...(key.trim() !== '' && { dkim_private_key: key }),
});
