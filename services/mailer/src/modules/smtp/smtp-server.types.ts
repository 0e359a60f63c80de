/** A row of smtp_servers. */
export interface SmtpServerRow {
  id: number;
  name: string;
  host: string;
  port: number;
  username: string;
  password_sealed: string;
  use_tls: boolean;
  use_ssl: boolean;
  from_email: string;
  from_name: string | null;
  is_default: boolean;
  is_active: boolean;
  max_per_second: number | null;
  dkim_domain: string | null;
  dkim_selector: string | null;
  dkim_key_sealed: string | null;
  /** bigint, which arrives as text. */
  sent_count: string;
  failed_count: string;
  failures_in_a_row: number;
  resting_until: Date | null;
  last_error: string | null;
  /** Increases with each change, so that connections with older settings are recognised. */
  revision: number;
  created_at: Date;
}

/** A server to send through: a configured one, or the installation's default while there is none. */
export interface Server {
  /** Null: the installation's default. */
  id: number | null;
  revision: number;
  name: string;
  host: string;
  port: number;
  credentials: { user: string; pass: string } | null;
  security: 'tls' | 'ssl' | 'none';
  from: { name: string; address: string };
  maxPerSecond: number | null;
  dkim: { domainName: string; keySelector: string; privateKey: string } | null;
}
