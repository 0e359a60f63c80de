import { createPrivateKey } from 'node:crypto';
import { z } from 'zod';
import { emailAddress, line, requiredLine, rowId } from '../../http/http-fields.ts';
import type { SmtpServerRow } from '../smtp/smtp-server.types.ts';

/** Passwords and keys are accepted and never returned. */
export const smtpConfigSchema = z
  .object({
    id: z.int(),
    name: z.string(),
    host: z.string(),
    port: z.int(),
    username: z.string(),
    use_tls: z.boolean(),
    use_ssl: z.boolean(),
    from_email: z.string(),
    from_name: z.string().nullable(),
    is_default: z.boolean(),
    is_active: z.boolean(),
    sent_count: z.int(),
    failed_count: z.int(),
    /** Maximum mails per second through this server; null: no limit. */
    max_per_second: z.int().nullable(),
    dkim_domain: z.string().nullable(),
    dkim_selector: z.string().nullable(),
    has_dkim_key: z.boolean(),
    /** Set while the server rests after failures. */
    resting_until: z.iso.datetime().nullable(),
    last_error: z.string().nullable(),
    created_at: z.iso.datetime(),
  })
  .meta({ id: 'SmtpConfig' });
/**
 * Whether mails can be sent at all; `installation`: through the server of the installation's settings, while none is
 * configured.
 */
export const mailDeliverySchema = z
  .object({ state: z.enum(['ready', 'resting', 'none']), by: z.enum(['configured', 'installation']) })
  .meta({ id: 'MailDelivery' });
export type MailDelivery = z.infer<typeof mailDeliverySchema>;
export type SmtpConfigView = z.infer<typeof smtpConfigSchema>;

const host = requiredLine(253, 'Host').regex(/^[A-Za-z0-9_.:-]+$/, 'Host must be a host name or an address');
const dkimName = (name: string) => line(253, name).regex(/^[A-Za-z0-9._-]*$/, `${name} must be a DNS name`);

/** A key that can sign: an unusable one would later stop every mail of the server. */
function isRsaKey(pem: string): boolean {
  try {
    return createPrivateKey(pem).asymmetricKeyType === 'rsa';
  } catch {
    return false;
  }
}

const fields = {
  name: requiredLine(100, 'Name'),
  host,
  port: z.coerce.number('Port must be a number').int().min(1).max(65_535).default(587),
  username: requiredLine(255, 'Username'),
  password: z.string('Password is required').min(1, 'Password is required').max(1_000),
  use_tls: z.boolean().default(true),
  use_ssl: z.boolean().default(false),
  from_email: emailAddress('From email'),
  from_name: line(100, 'From name').nullish(),
  is_default: z.boolean().default(false),
  is_active: z.boolean().default(true),
  max_per_second: z.int().min(1).max(1_000).nullish(),
  dkim_domain: dkimName('DKIM domain').nullish(),
  dkim_selector: dkimName('DKIM selector').nullish(),
  /** PEM; empty: none, or the stored one. */
  dkim_private_key: z
    .string()
    .max(10_000)
    .refine(
      (pem) => pem === '' || isRsaKey(pem),
      'The DKIM key must be an RSA private key in PEM, without a passphrase',
    )
    .optional(),
};

const BOTH = 'Choose either TLS or SSL';
const notBoth = (input: { use_tls?: boolean | undefined; use_ssl?: boolean | undefined }) =>
  !(input.use_tls && input.use_ssl);

export const smtpCreateSchema = z
  .object(fields)
  .refine(notBoth, { message: BOTH, path: ['use_ssl'] })
  .meta({ id: 'SmtpConfigCreate' });
export type SmtpCreate = z.infer<typeof smtpCreateSchema>;

/** Absent fields stay as they are; an empty password keeps the current one. */
export const smtpUpdateSchema = z
  .object({
    name: fields.name.optional(),
    host: fields.host.optional(),
    port: fields.port.unwrap().optional(),
    username: fields.username.optional(),
    password: z.string().max(1_000).optional(),
    use_tls: z.boolean().optional(),
    use_ssl: z.boolean().optional(),
    from_email: fields.from_email.optional(),
    from_name: fields.from_name,
    is_default: z.boolean().optional(),
    is_active: z.boolean().optional(),
    max_per_second: fields.max_per_second,
    dkim_domain: fields.dkim_domain,
    dkim_selector: fields.dkim_selector,
    dkim_private_key: fields.dkim_private_key,
  })
  .refine(notBoth, { message: BOTH, path: ['use_ssl'] })
  .meta({ id: 'SmtpConfigUpdate' });
export type SmtpUpdate = z.infer<typeof smtpUpdateSchema>;

export const smtpTestSchema = z
  .object({
    smtp_id: rowId,
    test_email: z
      .string('Please enter a test email address')
      .trim()
      .min(1, 'Please enter a test email address')
      .max(254)
      .pipe(z.email('Please enter a valid test email address')),
  })
  .meta({ id: 'SmtpTest' });
export type SmtpTest = z.infer<typeof smtpTestSchema>;

export function toView(row: SmtpServerRow): SmtpConfigView {
  return {
    id: row.id,
    name: row.name,
    host: row.host,
    port: row.port,
    username: row.username,
    use_tls: row.use_tls,
    use_ssl: row.use_ssl,
    from_email: row.from_email,
    from_name: row.from_name,
    is_default: row.is_default,
    is_active: row.is_active,
    sent_count: Number(row.sent_count),
    failed_count: Number(row.failed_count),
    max_per_second: row.max_per_second,
    dkim_domain: row.dkim_domain,
    dkim_selector: row.dkim_selector,
    has_dkim_key: row.dkim_key_sealed !== null,
    resting_until: row.resting_until?.toISOString() ?? null,
    last_error: row.last_error,
    created_at: row.created_at.toISOString(),
  };
}
