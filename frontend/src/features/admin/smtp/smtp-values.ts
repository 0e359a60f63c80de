import type { SmtpConfig } from '../../../shared/api/types.ts';

const DEFAULT_PORT = 587;

/** What the form of a server holds; numbers as they are typed, secrets always empty at first. */
export const valuesOf = (smtp: SmtpConfig | undefined) => ({
  name: smtp?.name ?? '',
  host: smtp?.host ?? '',
  port: String(smtp?.port ?? DEFAULT_PORT),
  username: smtp?.username ?? '',
  password: '',
  use_tls: smtp?.use_tls ?? true,
  use_ssl: smtp?.use_ssl ?? false,
  from_email: smtp?.from_email ?? '',
  from_name: smtp?.from_name ?? '',
  max_per_second: smtp?.max_per_second == null ? '' : String(smtp.max_per_second),
  dkim_domain: smtp?.dkim_domain ?? '',
  dkim_selector: smtp?.dkim_selector ?? '',
  dkim_private_key: '',
  is_default: smtp?.is_default ?? false,
  is_active: smtp?.is_active ?? true,
});

export type SmtpValues = ReturnType<typeof valuesOf>;
