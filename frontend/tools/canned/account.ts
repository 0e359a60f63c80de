// Settings, plan, orders and payment of whoever is signed in.
import type {
  AccountAudit,
  Invoice,
  Notifications,
  Order,
  OrderOutcome,
  SecurityActivity,
  Subscription,
} from '../../src/shared/api/openapi.gen.ts';
import { ago, id } from './common.ts';
import { type PlanSlug, planOf } from './plans.ts';
import type { Bodies } from './reply.ts';

type OrderRow = [
  number: string,
  plan: PlanSlug,
  daysAgo: number,
  status: Order['status'],
  period?: Order['billing_period'],
];
export const ordersOf = (rows: OrderRow[]) =>
  rows.map(([order_number, slug, days, status, billing_period = 'monthly'], index): Order => {
    const { id: plan_id, price } = planOf(slug);
    return {
      id: id(60 + index),
      order_number,
      plan_id,
      plan_slug: slug,
      billing_period,
      created_at: ago(60 * 24 * days),
      paid_at: status === 'completed' ? ago(60 * 24 * days) : null,
      refunded_at: null,
      refunded_amount: 0,
      amount: price * (billing_period === 'yearly' ? 10 : 1),
      currency: 'USD',
      status,
      outcome: status === 'completed' ? 'paid' : status === 'pending' ? 'open' : status,
      awaits_consent: false,
      payment_method: 'paypal',
    };
  });

/** An order as its own screen asks for it. */
export const orderOutcome = (changes: Partial<OrderOutcome>): OrderOutcome => ({
  ...ordersOf([['PAL-2026-000184', 'starter', 0, 'completed']])[0]!,
  outcome: 'paid',
  awaits_account: false,
  ...changes,
});

const orders = ordersOf([
  ['PAL-2026-000184', 'starter', 12, 'completed'],
  ['PAL-2026-000131', 'starter', 42, 'completed'],
  ['PAL-2026-000102', 'business', 60, 'cancelled'],
]);

/** A subscription in any of its states. */
export const subscription = (changes: Partial<Subscription>): Subscription => ({
  plan: planOf('starter'),
  status: 'active',
  billing_period: 'monthly',
  paid_until: ago(-60 * 24 * 18),
  trial_ends_at: null,
  paid: { amount: 29, currency: 'USD' },
  renews: true,
  next_payment: { amount: 29, currency: 'USD', due_at: ago(-60 * 24 * 18) },
  ends_at: ago(-60 * 24 * 23),
  trial_available: false,
  bandwidth: { used_bytes: 6_400_000_000, included_bytes: 10_000_000_000 },
  ...changes,
});

type InvoiceRow = [
  number: string,
  description: string,
  amount: number,
  daysAgo: number,
  kind?: Invoice['kind'],
];
export const invoicesOf = (rows: InvoiceRow[]) =>
  rows.map(
    ([number, description, amount, days, kind = 'invoice'], index): Invoice => ({
      id: id(90 + index),
      number,
      order_number: 'PAL-2026-000184',
      kind,
      description,
      amount,
      currency: 'USD',
      issued_at: ago(60 * 24 * days),
    }),
  );

/** A square of squares in the place of a QR code. */
function qrLike() {
  const cells = Array.from({ length: 29 * 29 }, (_, n) => ((n * n * 7 + n * 13) % 5 < 2 ? n : -1));
  const path = cells
    .filter((n) => n >= 0)
    .map((n) => `M${n % 29} ${Math.floor(n / 29)}h1v1h-1z`)
    .join('');
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="-2 -2 33 33"><path fill="#fff" d="M-2-2h33v33h-33z"/><path d="${path}"/></svg>`;
}

type SecurityEvent = SecurityActivity['entries'][number];
type AuditEntry = AccountAudit['entries'][number];

/** Acts on domains are acts on the first one. */
const auditEntry = (
  number: number,
  minutes: number,
  action: string,
  details: AuditEntry['details'],
  by: AuditEntry['by'] = 'owner',
  target_type = 'api_key',
): AuditEntry => ({
  id: id(number),
  at: ago(minutes),
  by,
  action,
  target_type,
  target_id: target_type === 'domain' ? id(11) : id(80),
  details,
});

const securityEvent = (
  number: number,
  minutes: number,
  kind: SecurityEvent['kind'],
  details: SecurityEvent['details'],
  user_agent = 'Firefox on Linux',
  ip_address = '198.51.100.4',
): SecurityEvent => ({
  id: id(number),
  at: ago(minutes),
  kind,
  details,
  user_agent,
  ip_address,
  by_administrator: false,
});

const EVENTS: [SecurityEvent['kind'], SecurityEvent['details']][] = [
  ['signed_in_on_new_device', {}],
  ['api_key_created', { key: 'Nightly report', hint: 'plsd_a81f', scopes: 'domains:read' }],
  ['api_key_revoked', { key: 'Nightly report', hint: 'plsd_a81f' }],
  ['mfa_enabled', {}],
  ['mfa_renewed', {}],
  ['mfa_disabled', {}],
  ['backup_code_used', { left: '9' }],
  ['password_changed', {}],
  ['password_reset', {}],
  ['email_changed', { from: 'maria@keramik-lindner.example', to: 'maria.lindner@example.com' }],
  ['email_confirmed', { email: 'maria.lindner@example.com' }],
  ['email_change_undone', {}],
  ['access_ended', { reason: 'password_reset' }],
  ['other_sessions_ended', { sessions: '3' }],
  ['logs_exported', { domain: 'keramik-lindner.example', by: 'session' }],
  [
    'log_stream_changed',
    {
      domain: 'keramik-lindner.example',
      stream: 'To our SIEM',
      target: 'siem.keramik-lindner.example',
      act: 'given another target',
      by: 'session',
    },
  ],
  ['reauthentication_failed', { attempts: '5' }],
  ['support_view_asked', { administrator: 'Grace Hopper (grace@palisade.example)' }],
  ['support_view_allowed', { administrator: 'Grace Hopper (grace@palisade.example)' }],
  ['support_view_refused', { administrator: 'Grace Hopper (grace@palisade.example)' }],
  ['support_view_opened', { administrator: 'Grace Hopper (grace@palisade.example)' }],
  ['support_view_ended', { administrator: 'Grace Hopper (grace@palisade.example)' }],
];
/** One of each kind. */
export const allSecurityEvents: SecurityActivity = {
  entries: EVENTS.map(([kind, details], index) =>
    securityEvent(200 + index, 60 * 5 * index + 2, kind, details),
  ),
  next: null,
  kept_days: 180,
};

type Notification = Notifications['entries'][number];
type NotificationRow = [
  minutesAgo: number,
  kind: string,
  category: Notification['category'],
  tone: Notification['tone'],
  title: string,
  preview: string,
  domain?: string,
];
const notifications = (rows: NotificationRow[]): Notifications => ({
  entries: rows.map(([minutes, kind, category, tone, title, preview, domain = null], index) => ({
    id: `told-${index}`,
    at: ago(minutes),
    kind,
    category,
    tone,
    title,
    preview,
    domain,
    read: index > 2,
  })),
  unread: 3,
  next: null,
  kept_days: 90,
});
const shop = 'keramik-lindner.example';

/** Method and path → body. */
export const answers = {
  'GET /api/notifications': notifications([
    [4, 'attack_alert', 'attacks', 'bad', `Attack on ${shop}`, '5,412 requests blocked.', shop],
    [
      190,
      'certificate_expiring',
      'domains',
      'warning',
      `${shop}: your certificate expires on 2 December 2026`,
      'Upload a new one before then.',
      shop,
    ],
    [600, 'plan_changed', 'billing', 'neutral', 'Your plan is now Business', 'The new plan applies at once.'],
    [
      1560,
      'domain_reachable',
      'domains',
      'good',
      `${shop}: your server is responding again`,
      'All is well.',
      shop,
    ],
    [8640, 'payment_received', 'billing', 'good', 'Payment received: $29.00', 'Your receipt.'],
  ]),
  'GET /api/orders/my-orders': { orders },
  'GET /api/orders/{id}': orderOutcome({}),
  'GET /api/orders/{id}/money-back': {
    amount: 29,
    currency: 'USD',
    until: ago(-60 * 24 * 14),
    plan_after: { name: 'Free', paid_until: null },
  },
  'GET /api/plans/change-preview': {
    change: 'upgrade',
    needs_consent: false,
    replaces: { name: 'Starter', is_trial: false, ends_at: ago(-60 * 24 * 18) },
    credit: { amount: 17.4, days: 3 },
    amount: 199,
    currency: 'USD',
    paid_until: ago(-60 * 24 * 34),
    next_payment_at: null,
  },
  'GET /api/settings/mfa/status': {
    enabled: false,
    enabled_at: null,
    has_secret: false,
    has_backup_codes: false,
  },
  'GET /api/settings/mfa/setup': {
    secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
    manual_entry_key: 'JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP',
    qr_code: `data:image/svg+xml;base64,${Buffer.from(qrLike()).toString('base64')}`,
    backup_codes: Array.from({ length: 10 }, (_, n) => `${4096 + n * 811}-${9134 - n * 377}`),
  },
  'GET /api/settings/mfa/configs': { configs: [] },
  'GET /api/settings/notifications': {
    email_alerts: true,
    attack_notifications: true,
    weekly_reports: true,
    marketing_emails: false,
  },
  'GET /api/dashboard/account-export': { export: null },
  'GET /api/dashboard/traffic-reports': {
    weekly: true,
    monthly: true,
    together: true,
    site_ids: [],
    with_pdf: true,
    brand_name: 'Atelier Nord',
    brand_colour: '#6d28d9',
    logo: null,
    may_brand: true,
    max_sites: 20,
    first_day: '2026-08-03',
  },
  'GET /api/plans/mine': subscription({}),
  'GET /api/invoices': invoicesOf([
    ['INV-2026-0184', 'Starter, monthly', 29, 12],
    ['INV-2026-0131', 'Starter, monthly', 29, 42],
  ]),
  'GET /api/auth/sessions': [
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
  'GET /api/settings/audit': {
    entries: [
      auditEntry(
        100,
        12,
        'policy.updated',
        { fields: 'waf sensitivity, blocked countries' },
        'owner',
        'domain',
      ),
      auditEntry(101, 60 * 3, 'api_key.created', {}),
      auditEntry(102, 60 * 26, 'policy.rolled_back', { version: '11' }, 'owner', 'domain'),
      auditEntry(103, 60 * 50, 'user.updated', { plan: 'business' }, 'administrator', 'user'),
      auditEntry(104, 60 * 90, 'support_view.looked', { path: '/api/domains' }, 'administrator', 'user'),
      auditEntry(105, 60 * 24 * 9, 'domain.created', {}, 'owner', 'domain'),
    ],
    next: id(105),
  },
  'GET /api/settings/security-activity': {
    entries: [
      securityEvent(90, 3, 'api_key_created', { key: 'Nightly report', hint: 'plsd_a81f' }),
      securityEvent(91, 60 * 7, 'signed_in_on_new_device', {}, 'Safari on iPhone', '203.0.113.9'),
      securityEvent(
        92,
        60 * 26,
        'logs_exported',
        { domain: 'shop.example.com', by: 'api_key' },
        'curl/8.5.0',
      ),
      securityEvent(93, 60 * 50, 'reauthentication_failed', { attempts: '5' }),
      { ...securityEvent(94, 60 * 24 * 9, 'password_changed', {}, '', ''), by_administrator: true },
    ],
    next: id(94),
    kept_days: 180,
  },
  'GET /api/api-keys': [
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
  'GET /api/paypal/config': {
    enabled: true,
    client_id: 'demo',
    script_url: '/start.js',
    currency: 'USD',
    is_stand_in: true,
    renews: true,
  },
} satisfies Bodies;
