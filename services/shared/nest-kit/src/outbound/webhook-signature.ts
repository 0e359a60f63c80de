import { createHmac, randomBytes } from 'node:crypto';

/** The scheme of https://www.standardwebhooks.com, whose libraries check it: `v1,` and HMAC-SHA256 over id, time and body. */
const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export const newWebhookSecret = (): string => `${PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

export interface Signed {
  id: string;
  /** Seconds of 1970. */
  timestamp: number;
  body: string | Uint8Array;
}

/** Signed with each secret: while one is being replaced, receivers may have either. */
export function signatureHeaders(
  { id, timestamp, body }: Signed,
  secrets: readonly string[],
): Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string> {
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.`).update(body).digest('base64')}`;
  });
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
