import {
  commaList,
  commonFields,
  companyFields,
  flag,
  hostAndPort,
  integer,
  loadConfig,
  networkList,
  port,
  statefulFields,
  stringMap,
  url,
} from '@palisade/nest-kit';
import { z } from 'zod';

const schema = z.object({
  ...commonFields,
  ...statefulFields,
  ...companyFields,
  PALISADE_MAILER_HTTP_PORT: port(),
  PALISADE_MAILER_GRPC_PORT: port(),
  PALISADE_AUTH_GRPC: hostAndPort(),
  PALISADE_BILLING_GRPC: hostAndPort(),
  PALISADE_LOGS_GRPC: hostAndPort(),
  PALISADE_QUEUE_REDIS_URL: url('redis', 'rediss'),
  PALISADE_KEK_KEYS: stringMap(),
  PALISADE_KEK_CURRENT: z.string().min(1),
  /** URL of the dashboard; links in mails begin with it. */
  PALISADE_PUBLIC_URL: url('http', 'https').transform((address) => address.replace(/\/+$/, '')),
  /** Signs the links in mails. At least 32 bytes, base64. */
  PALISADE_LINK_KEY: z
    .string()
    .refine((key) => Buffer.from(key, 'base64').length >= 32, 'must be at least 32 bytes in base64'),
  /** Former keys, whose links stay valid: base64, comma-separated. */
  PALISADE_LINK_PREVIOUS_KEYS: commaList(),
  /** Used while no SMTP server is configured in the admin panel: the standalone profile's local inbox. */
  PALISADE_MAIL_DEFAULT_SMTP_HOST: z.string().min(1).optional(),
  PALISADE_MAIL_DEFAULT_SMTP_PORT: port().default(25),
  /** Double opt-in: an address is on the list only after its reader has followed the link in a mail. */
  PALISADE_NEWSLETTER_DOUBLE_OPT_IN: flag(false),
  /** Where messages of the contact form go; absent: the company's address. */
  PALISADE_SUPPORT_EMAIL: z.email().optional(),
  /**
   * Undeliverable campaign mails return to bounce+SIGNED@ this domain, a different address for each; absent: to the
   * sender's address.
   */
  PALISADE_BOUNCE_DOMAIN: z
    .string()
    .regex(/^[a-z0-9.-]{1,253}$/)
    .optional(),
  /** Shared secret of whoever reports bounces to POST /newsletter/bounces; absent: that route refuses everybody. */
  PALISADE_BOUNCE_KEY: z.string().min(16).optional(),
  /**
   * Maximum connections of one process to one SMTP server, opened as needed: 50 mails per second at 200 ms each need
   * ten. Lower it for a server that allows fewer.
   */
  PALISADE_SMTP_CONNECTIONS: integer(1, 50).default(20),
  /** Additional CA certificates (PEM) to trust, for mail servers with private ones. */
  PALISADE_SMTP_CA: z.string().includes('BEGIN CERTIFICATE').optional(),
  /** Timeout for each response of an SMTP server, in milliseconds. */
  PALISADE_SMTP_TIMEOUT_MS: integer(500, 300_000).default(30_000),
  /** Milliseconds before the first retry of a mail that was deferred; doubled with each further one. */
  PALISADE_MAIL_RETRY_DELAY_MS: integer(10, 3_600_000).default(30_000),
  /** Milliseconds that a campaign waits for a working server before it pauses. */
  PALISADE_CAMPAIGN_STALL_MS: integer(100, 86_400_000).default(600_000),
  /**
   * Networks in CIDR notation that alert channels may reach although they are not public, such as that of an internal
   * chat server. Every owner can then send requests to whatever listens there.
   */
  PALISADE_ALERT_PRIVATE_NETWORKS: networkList(),
  /** Milliseconds before the first retry of a message to an alert channel; the delays grow. */
  PALISADE_ALERT_RETRY_DELAY_MS: integer(10, 3_600_000).default(5_000),
});

/** Keys that can be replaced while the service runs. */
export const sealingKeyFields = schema.pick({ PALISADE_KEK_KEYS: true, PALISADE_KEK_CURRENT: true });
export const linkKeyFields = schema.pick({ PALISADE_LINK_KEY: true, PALISADE_LINK_PREVIOUS_KEYS: true });

/** Settings of the command that tests the mail servers. */
export const smtpToolFields = schema.pick({
  PALISADE_DATABASE_URL: true,
  PALISADE_KEK_KEYS: true,
  PALISADE_KEK_CURRENT: true,
  PALISADE_MAIL_DEFAULT_SMTP_HOST: true,
  PALISADE_MAIL_DEFAULT_SMTP_PORT: true,
  PALISADE_SMTP_CA: true,
});

export type MailerConfig = Readonly<z.infer<typeof schema>>;

/** Injection token of the configuration. */
export const MAILER_CONFIG = Symbol('mailer config');

/** The only reader of process.env. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): MailerConfig {
  return loadConfig(schema, environment);
}
