import type { AccountDataParts } from '@palisade/nest-kit';

/** Contains neither claim tokens of guests' orders nor PayPal's ids of agreements. */
export const ACCOUNT_DATA_PARTS: AccountDataParts = {
  subscription: `SELECT p.slug AS plan, s.status, s.billing_period, s.price_cents, s.trial_ends_at, s.paid_until, s.next_payment_at,
      s.updated_at
    FROM subscriptions s LEFT JOIN plans p ON p.id = s.plan_id WHERE s.user_id = $1 ORDER BY s.user_id`,
  'subscription-changes': `SELECT p.slug AS plan, c.reason, c.created_at
    FROM subscription_changes c LEFT JOIN plans p ON p.id = c.plan_id WHERE c.user_id = $1 ORDER BY c.revision`,
  orders: `SELECT order_number, plan_slug, billing_period, amount_cents, currency, payment_method, status, failure, created_at,
      paid_at, activated_at, refunded_at, refunded_cents
    FROM orders WHERE user_id = $1 ORDER BY created_at, id`,
  invoices: `SELECT i.number, i.kind, o.order_number, i.amount_cents, i.currency, i.description, i.issued_at
    FROM invoices i JOIN orders o ON o.id = i.order_id WHERE o.user_id = $1 ORDER BY i.number`,
  bandwidth: `SELECT b.site_id, b.month, b.last_bytes - b.base_bytes AS bytes
    FROM bandwidth b JOIN site_owners s USING (site_id) WHERE s.owner_id = $1 ORDER BY b.month, b.site_id`,
};
