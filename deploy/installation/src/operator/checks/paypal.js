import { describe, failure, ok } from './finding.ts';

const TIMEOUT_MS = 6000;
/** Whether PayPal gives a token for the credentials; nothing else is asked. https://developer.paypal.com/api/rest/authentication/ */
export async function checkPayPal({ settings }) {
  const {
    PALISADE_PAYPAL_API_URL: api,
    PALISADE_PAYPAL_CLIENT_ID: id = '',
    PALISADE_PAYPAL_CLIENT_SECRET: secret = '',
  } = settings.billing;
  if (!api) return [ok('paypal.not_used', 'no PALISADE_PAYPAL_API_URL: payments are not offered')];
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
    const why = describe(error.cause ?? error);
    const todo = 'See that billing may reach the internet, and that PALISADE_PAYPAL_API_URL is right.';
    return [failure('paypal.unreachable', `PayPal at ${api} does not answer: ${why}`, todo)];
  }
}
