import { button, facts, figures, type MailText, mailsAbout, notice, text } from '../mail-text.ts';

const billing = mailsAbout({ topic: 'Billing', footer: 'account' });
const pricing = (label: string) => button(label, '{{public_url}}/pricing');

const receipt = facts(
  ['Plan', '{{plan}}'],
  ['Billing period', '{{billing_period}}'],
  ['Amount', '{{amount}}'],
  ['Paid on', '{{paid_at}}'],
  ['Order', '{{order_number}}'],
  ['Invoice', '{{invoice_number}}'],
);

/** Payments and plans. They are always sent. */
export const BILLING_TEXTS = {
  payment_received: billing(
    'good',
    'Payment received: {{amount}}',
    'Your receipt.',
    text('Thank you, we have your payment. {{invoice_note}}'),
    receipt,
    button('See orders and invoices', '{{public_url}}/dashboard/settings'),
  ),
  guest_payment_received: billing(
    'good',
    'Payment received: {{amount}}',
    'Your receipt, and one step that is left.',
    text('Thank you, we have your payment. {{invoice_note}}'),
    notice(
      'Your {{plan}} plan waits for your account. Make it with the address that this mail went to, and confirm that address: the plan is then active at once.',
    ),
    button(
      'Finish your account',
      '{{public_url}}/register?plan={{plan_slug}}&step=account&order={{order_id}}',
    ),
    receipt,
  ),
  payment_refunded: billing(
    'neutral',
    'Refund: {{amount}}',
    'Your money is on its way back.',
    text('We have sent your money back. It takes your bank a few days to show it.'),
    facts(['Amount', '{{amount}}']),
  ),
  subscription_cancelled: billing(
    'neutral',
    'Your subscription was cancelled',
    'You are on the Free plan now.',
    text(
      'Your subscription was cancelled and your account is on the Free plan. Nothing more is charged, and paid time that was left has ended.',
    ),
    text('Settings that Free does not include are kept, and apply again should you come back.'),
    facts(['Plan until now', '{{previous_plan}}']),
    pricing('See plans'),
  ),
  plan_changed: billing(
    'neutral',
    'Your plan is now {{plan}}',
    'The new plan applies at once.',
    text(
      'Your account has a new plan, given by an administrator. It applies at once to all of your sites. The plan before has ended, also where it was paid for longer, and nothing more is charged for it.',
    ),
    facts(['New plan', '{{plan}}'], ['Before', '{{previous_plan}}']),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  trial_started: billing(
    'good',
    'Your trial of {{plan}} has begun',
    '14 days, no card.',
    text(
      'For 14 days your account has everything that {{plan}} includes. Nothing is charged, and it ends by itself.',
    ),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  plan_expired: billing(
    'warning',
    'Your plan has ended',
    'You are on the Free plan now.',
    text(
      'The time that you had {{previous_plan|your plan}} for is over, and your account is on the Free plan. Your sites stay online; what Free does not include is switched off, and your settings are kept.',
    ),
    pricing('Choose a plan'),
  ),
  plan_expiring: billing(
    'warning',
    'Your plan ends on {{ends_at}}',
    'Renew it to keep its features.',
    text(
      'Your {{plan}} plan ends soon. After that your account is on the Free plan: your sites stay online, what Free does not include is switched off, and your settings are kept.',
    ),
    facts(['Plan', '{{plan}}'], ['Ends on', '{{ends_at}}']),
    pricing('Renew'),
  ),
  bandwidth_warning: billing(
    'warning',
    'You have used {{percent}} % of this month’s bandwidth',
    'Nothing is cut; here is where you stand.',
    text(
      'Your sites have sent much of what your {{plan}} plan includes for this month. Nothing is cut or slowed down, and the count starts again with the next month.',
    ),
    figures(['used', '{{used}}'], ['included', '{{included}}'], ['of your plan', '{{percent}} %']),
    text('If this is your usual traffic, a larger plan fits better.'),
    pricing('Compare plans'),
  ),
} as const satisfies Record<string, MailText>;
