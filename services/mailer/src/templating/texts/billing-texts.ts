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
    text('Thank you, we have received your payment. {{invoice_note}}'),
    receipt,
    button('View orders and invoices', '{{public_url}}/dashboard/settings'),
  ),
  guest_payment_received: billing(
    'good',
    'Payment received: {{amount}}',
    'Your receipt, and one remaining step.',
    text('Thank you, we have received your payment. {{invoice_note}}'),
    notice(
      'To activate your {{plan}} plan, create your account with the email address this email was sent to, and confirm that address.',
    ),
    button(
      'Create your account',
      '{{public_url}}/register?plan={{plan_slug}}&step=account&order={{order_id}}',
    ),
    receipt,
  ),
  payment_refunded: billing(
    'neutral',
    'Refund: {{amount}}',
    'Your refund is on its way.',
    text('We have refunded your payment. It can take a few days to appear on your account.'),
    facts(['Amount', '{{amount}}']),
  ),
  subscription_cancelled: billing(
    'neutral',
    'Your subscription was cancelled',
    'You are on the Free plan now.',
    text(
      'Your subscription was cancelled and your account is on the Free plan. You will not be charged again. Any remaining paid time has ended.',
    ),
    text('Settings that the Free plan does not include are kept. They apply again if you upgrade.'),
    facts(['Previous plan', '{{previous_plan}}']),
    pricing('View plans'),
  ),
  plan_changed: billing(
    'neutral',
    'Your plan is now {{plan}}',
    'The new plan applies at once.',
    text(
      'An administrator changed the plan of your account. The new plan applies at once to all your sites. Your previous plan has ended, even if you had paid for longer, and you will not be charged for it again.',
    ),
    facts(['New plan', '{{plan}}'], ['Previous plan', '{{previous_plan}}']),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  trial_started: billing(
    'good',
    'Your {{plan}} trial has started',
    '14 days, no card.',
    text(
      'For 14 days, your account has everything that {{plan}} includes. You will not be charged, and the trial ends automatically.',
    ),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  plan_expired: billing(
    'warning',
    'Your plan has ended',
    'You are on the Free plan now.',
    text(
      'Your {{previous_plan|paid}} plan has ended and your account is on the Free plan. Your sites stay online. Features that the Free plan does not include are switched off; your settings are kept.',
    ),
    pricing('Choose a plan'),
  ),
  plan_expiring: billing(
    'warning',
    'Your plan ends on {{ends_at}}',
    'Renew it to keep its features.',
    text(
      'Your {{plan}} plan ends soon. After that, your account is on the Free plan: your sites stay online, features that it does not include are switched off, and your settings are kept.',
    ),
    facts(['Plan', '{{plan}}'], ['Ends on', '{{ends_at}}']),
    pricing('Renew'),
  ),
  bandwidth_warning: billing(
    'warning',
    'You have used {{percent}} % of this month’s bandwidth',
    'Nothing is limited. Here is your current usage.',
    text(
      'Your sites have used much of the bandwidth that your {{plan}} plan includes for this month. Nothing is blocked or slowed down. The count restarts next month.',
    ),
    figures(['used', '{{used}}'], ['included', '{{included}}'], ['of your plan', '{{percent}} %']),
    text('If this is your usual traffic, consider a larger plan.'),
    pricing('Compare plans'),
  ),
} as const satisfies Record<string, MailText>;
