// Settings, plan, orders and payment of whoever is signed in.
import { ago, id } from './common.mjs';
import { plans } from './plans.mjs';

const orders = [
  {
    id: id(60),
    order_number: 'PAL-2026-000184',
    plan_id: 2,
    billing_period: 'monthly',
    created_at: ago(60 * 24 * 12),
    amount: 29,
    status: 'completed',
    payment_method: 'paypal',
  },
  {
    id: id(61),
    order_number: 'PAL-2026-000131',
    plan_id: 2,
    billing_period: 'monthly',
    created_at: ago(60 * 24 * 42),
    amount: 29,
    status: 'completed',
    payment_method: 'paypal',
  },
  {
    id: id(62),
    order_number: 'PAL-2026-000102',
    plan_id: 3,
    billing_period: 'monthly',
    created_at: ago(60 * 24 * 60),
    amount: 79,
    status: 'cancelled',
    payment_method: 'paypal',
  },
];

/** A square of squares in the place of a QR code. */
function qrLike() {
  const cells = Array.from({ length: 29 * 29 }, (_, n) => ((n * n * 7 + n * 13) % 5 < 2 ? n : -1));
  const path = cells
    .filter((n) => n >= 0)
    .map((n) => `M${n % 29} ${Math.floor(n / 29)}h1v1h-1z`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 33 33"><path fill="#fff" d="M-2-2h33v33h-33z"/><path d="${path}"/></svg>`;
}

/** Method and path → body. */
export const answers = {
  'GET /orders/my-orders': { orders },
  'GET /settings/mfa/status': {
    enabled: false,
    enabled_at: null,
    has_secret: false,
    has_backup_codes: false,
  },
  'GET /settings/mfa/setup': {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    manual_entry_key: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    qr_code: `data:image/svg+xml;base64,${Buffer.from(qrLike()).toString('base64')}`,
    backup_codes: Array.from({ length: 10 }, (_, n) => `${4096 + n * 811}-${9134 - n * 377}`),
  },
  'GET /settings/mfa/configs': { configs: [] },
  'GET /settings/notifications': {
    email_alerts: true,
    attack_notifications: true,
    weekly_reports: true,
    marketing_emails: false,
  },
  'GET /plans/mine': {
    plan: plans[1],
    status: 'active',
    billing_period: 'monthly',
    paid_until: ago(-60 * 24 * 18),
    trial_ends_at: null,
    trial_available: false,
    bandwidth: { used_bytes: 6_400_000_000, included_bytes: 10_000_000_000 },
  },
  'GET /invoices': [
    {
      id: id(90),
      number: 'INV-2026-0184',
      order_number: 'PAL-2026-000184',
      kind: 'invoice',
      description: 'Starter, monthly',
      amount: 29,
      currency: 'USD',
      issued_at: ago(60 * 24 * 12),
    },
  ],
  'GET /auth/sessions': [
    {
      id: id(70),
      created_at: ago(60 * 30),
      last_seen_at: ago(1),
      expires_at: ago(-60 * 24),
      ip_address: '198.51.100.4',
      user_agent: 'Firefox on Linux',
      current: true,
    },
    {
      id: id(71),
      created_at: ago(60 * 90),
      last_seen_at: ago(60 * 7),
      expires_at: ago(-60 * 24),
      ip_address: '203.0.113.9',
      user_agent: 'Safari on iPhone',
      current: false,
    },
  ],
  'GET /api-keys': [
    {
      id: id(80),
      name: 'Nightly report',
      hint: 'plsd_a81f',
      scopes: ['domains:read', 'logs:read'],
      created_at: ago(60 * 24 * 9),
      last_used_at: ago(600),
      expires_at: ago(-60 * 24 * 60),
    },
  ],
  'GET /paypal/config': {
    enabled: true,
    client_id: 'demo',
    script_url: '/theme.js',
    currency: 'USD',
    is_stand_in: true,
  },
};
