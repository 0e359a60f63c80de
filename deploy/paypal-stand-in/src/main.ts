import { startPayPalStandIn } from './server.ts';

const { env } = process;
const missing = [
  'PALISADE_PAYPAL_CLIENT_ID',
  'PALISADE_PAYPAL_CLIENT_SECRET',
  'PALISADE_PAYPAL_WEBHOOK_ID',
].filter((name) => !env[name]);
if (missing.length > 0) throw new Error(`not set: ${missing.join(', ')}`);
if (env.PALISADE_PROFILE === 'production') throw new Error('the PayPal stand-in does not run in production');

const standIn = await startPayPalStandIn({
  port: Number(env.PALISADE_PAYPAL_STAND_IN_PORT ?? 0),
  clientId: env.PALISADE_PAYPAL_CLIENT_ID ?? '',
  clientSecret: env.PALISADE_PAYPAL_CLIENT_SECRET ?? '',
  webhookId: env.PALISADE_PAYPAL_WEBHOOK_ID ?? '',
  webhookUrl: env.PALISADE_PAYPAL_STAND_IN_WEBHOOK_URL,
});
process.stdout.write(`PayPal stand-in (no money moves) on ${standIn.url}\n`);
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, () => void standIn.stop());
