import { ask } from '../base/database.ts';
import type { Installation } from '../base/installation.ts';
import { describe, type Finding, failure, ok } from './finding.ts';

const TIMEOUT_MS = 6_000;
/** Maximum payments that are listed. */
const SHOWN_PAYMENTS = 10;

/** Whether PayPal knows the credentials, and whether it has money that nobody here knows of. */
export async function checkPayPal(installation: Installation): Promise<Finding[]> {
  const { PALISADE_PAYPAL_API_URL: api, PALISADE_DATABASE_URL: database } = installation.settings.billing;
  if (!api) return [ok('paypal.not_used', 'no PALISADE_PAYPAL_API_URL: payments are not offered')];
  const [credentials, payments] = await Promise.all([
    checkCredentials(installation, api),
    database ? unknownPayments(database) : [],
  ]);
  return [...credentials, ...payments];
}

/** Payments without an order, as after a restore. */
async function unknownPayments(database: string): Promise<Finding[]> {
  try {
    const [there] = await ask<{ table: string | null }>(database, 'SELECT to_regclass($1) AS table', [
      'billing.paypal_unknown_payments',
    ]);
    // A version before.
    if (there?.table == null) return [];
    const rows = await ask<{
      id: string;
      amount: string | null;
      currency: string | null;
      agreement_id: string | null;
    }>(
      database,
      `SELECT id, amount, currency, agreement_id FROM billing.paypal_unknown_payments p
        WHERE settled_at IS NULL AND NOT EXISTS (SELECT FROM billing.orders o WHERE o.paypal_capture_id = p.id)
        ORDER BY noted_at`,
    );
    if (rows.length === 0)
      return [ok('paypal.payments_known', 'every payment reported by PayPal has an order')];
    const named = rows
      .slice(0, SHOWN_PAYMENTS)
      .map((row) =>
        [row.id, row.amount, row.currency, row.agreement_id].filter((part) => part !== null).join(' '),
      );
    const more = rows.length > named.length ? ` and ${rows.length - named.length} more` : '';
    return [
      failure(
        'paypal.payments_unknown',
        `PayPal has ${rows.length === 1 ? 'a payment' : `${rows.length} payments`} that no order here has: ${named.join(', ')}${more}`,
        'Give the payers what they paid for (palisade payments), or the money back: deploy/runbooks/PaymentsUnknown.md.',
      ),
    ];
  } catch (error) {
    return [
      failure(
        'paypal.payments_unreadable',
        `Whether PayPal has unknown payments cannot be read: ${describe(error)}`,
        'See that PostgreSQL runs.',
      ),
    ];
  }
}

/** Whether PayPal gives a token for them; nothing else is asked. https://developer.paypal.com/api/rest/authentication/ */
async function checkCredentials({ settings }: Installation, api: string): Promise<Finding[]> {
  const { PALISADE_PAYPAL_CLIENT_ID: id = '', PALISADE_PAYPAL_CLIENT_SECRET: secret = '' } = settings.billing;
  try {
    const { status } = await fetch(new URL('/v1/oauth2/token', api), {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: 'grant_type=client_credentials',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (status === 200)
      return [ok('paypal.credentials', `PayPal at ${new URL(api).host} knows the credentials`)];
    return [
      failure(
        status === 401 ? 'paypal.credentials_refused' : 'paypal.failing',
        `PayPal at ${new URL(api).host} answers ${status}`,
        'See that PALISADE_PAYPAL_CLIENT_ID and _SECRET are of the same application and environment (live or sandbox).',
      ),
    ];
  } catch (error) {
    const why = describe((error as Error).cause ?? error);
    const todo = 'See that billing may reach the internet, and that PALISADE_PAYPAL_API_URL is right.';
    return [failure('paypal.unreachable', `PayPal at ${api} does not answer: ${why}`, todo)];
  }
}
