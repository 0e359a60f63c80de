import { BRAND } from '../../brand.ts';
import { button, facts, type MailText, quote, text } from './mail-text.ts';

const NOT_YOU = `If this was not you, change your password now and write to ${BRAND.supportEmail}.`;
const HELLO = text('Hello {{name|there}},');

const mail = (subject: string, preview: string, ...parts: MailText['parts']): MailText => ({
  subject,
  preview,
  heading: subject,
  parts: [HELLO, ...parts],
});

/** Every single mail that goes out, by the name that services ask for it with. */
export const MAIL_TEXTS = {
  welcome: mail(
    `Welcome to ${BRAND.name}`,
    'Three steps to a protected site.',
    text('Your address is confirmed and your account is ready. Protecting a site takes three steps:'),
    text('1. Add your domain. 2. Set the DNS record that we show you. 3. Watch the requests come in.'),
    button('Add a domain', '{{public_url}}/dashboard/domains'),
  ),
  confirm_email: mail(
    'Confirm your email address',
    'One click and we know that this address is yours.',
    text('Please confirm that this address is yours.'),
    button('Confirm address'),
    text('If you have not opened an account with us, ignore this mail: nothing happens without the click.'),
  ),
  reset_password: mail(
    'Choose a new password',
    'Somebody asked for a new password for your account.',
    text('Somebody, we think you, asked for a new password for your account.'),
    button('Choose a new password'),
    text('If it was not you, ignore this mail: your password stays as it is.'),
  ),
  password_changed: mail(
    'Your password was changed',
    'The password of your account is a new one.',
    text('The password of your account was changed, and other sessions were ended.'),
    text(NOT_YOU),
  ),
  email_changed: mail(
    'Your email address was changed',
    'Your account has a new address.',
    text('The address of your account was changed. Mails go to the new one from now on.'),
    facts(['New address', '{{new_email}}']),
    text(`If this was not you, write to ${BRAND.supportEmail} at once.`),
  ),
  mfa_enabled: mail(
    'Two-factor authentication is on',
    'Signing in now takes a code as well.',
    text('Two-factor authentication is on: signing in takes your password and a code from your app.'),
    text('Keep the backup codes where you find them without your phone.'),
    text(NOT_YOU),
  ),
  mfa_disabled: mail(
    'Two-factor authentication is off',
    'Signing in takes your password alone again.',
    text('Two-factor authentication is off: signing in takes your password alone.'),
    text(NOT_YOU),
  ),
  account_deleted: mail(
    'Your account was deleted',
    'What we keep, and for how long.',
    text('Your account was deleted, a paid subscription was cancelled, and your sites are no longer served.'),
    text(
      'We keep your account data for 30 days, in case this was a mistake, and invoices as long as the law asks.',
    ),
  ),
  payment_received: mail(
    'Payment received: {{amount}}',
    'Your receipt.',
    text('Thank you. We have received your payment and your plan is active.'),
    facts(
      ['Order', '{{order_number}}'],
      ['Plan', '{{plan}}'],
      ['Billing period', '{{billing_period}}'],
      ['Amount', '{{amount}}'],
      ['Paid on', '{{paid_at}}'],
      ['Invoice', '{{invoice_number}}'],
    ),
    button('See orders and invoices', '{{public_url}}/dashboard/settings'),
  ),
  payment_refunded: mail(
    'Refund: {{amount}}',
    'Your money is on its way back.',
    text('We have refunded your payment. It takes your bank a few days to show it.'),
    facts(['Amount', '{{amount}}']),
  ),
  subscription_cancelled: mail(
    'Your subscription was cancelled',
    'You are on the Free plan now.',
    text('Your subscription was cancelled and your account is on the Free plan.'),
    text('Settings that Free does not include are kept, and apply again should you come back.'),
    facts(['Plan until now', '{{previous_plan}}']),
    button('See plans', '{{public_url}}/pricing'),
  ),
  plan_changed: mail(
    'Your plan is now {{plan}}',
    'The new plan applies at once.',
    text('Your account has a new plan. It applies at once to all of your sites.'),
    facts(['New plan', '{{plan}}'], ['Before', '{{previous_plan}}']),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  trial_started: mail(
    'Your trial of {{plan}} has begun',
    '14 days, no card.',
    text('For 14 days your account has everything that the plan includes. Nothing is charged.'),
    facts(['Plan', '{{plan}}']),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  plan_expired: mail(
    'Your plan has ended',
    'You are on the Free plan now.',
    text('Your paid time has ended and your account is on the Free plan.'),
    facts(['Plan until now', '{{previous_plan}}']),
    button('Choose a plan', '{{public_url}}/pricing'),
  ),
  plan_expiring: mail(
    'Your plan ends on {{ends_at}}',
    'Renew it to keep its features.',
    text('Your plan ends soon. After that your account is on the Free plan, and your settings are kept.'),
    facts(['Plan', '{{plan}}'], ['Ends on', '{{ends_at}}']),
    button('Renew', '{{public_url}}/pricing'),
  ),
  domain_added: mail(
    '{{domain}} was added',
    'One DNS record is left to set.',
    text(
      'The domain was added to your account. Set the DNS record that the dashboard shows to prove it yours.',
    ),
    facts(['Domain', '{{domain}}']),
    button('Show the DNS record', '{{public_url}}/dashboard/domains'),
  ),
  domain_verified: mail(
    '{{domain}} is verified',
    'Your site is protected from now on.',
    text('The domain is verified and active. Requests that reach us for it are checked from now on.'),
    facts(['Domain', '{{domain}}']),
    button('Open the dashboard', '{{public_url}}/dashboard'),
  ),
  domain_unreachable: mail(
    '{{domain}}: your server does not answer',
    'Visitors see an error until it does.',
    text('We cannot reach the server behind your site. Visitors see an error until it answers again.'),
    facts(
      ['Domain', '{{domain}}'],
      ['Since', '{{since}}'],
      ['Server', '{{origin}}'],
      ['Problem', '{{problem}}'],
    ),
    button('Open the dashboard', '{{public_url}}/dashboard/domains'),
  ),
  domain_reachable: mail(
    '{{domain}}: your server answers again',
    'All is well.',
    text('The server behind your site answers again.'),
    facts(['Domain', '{{domain}}'], ['It was away for', '{{duration}}']),
  ),
  certificate_failed: mail(
    '{{domain}}: the certificate could not be renewed',
    'What to check.',
    text(
      'We could not get a new certificate for your site. We keep trying; most often a DNS record is the cause.',
    ),
    facts(
      ['Domain', '{{domain}}'],
      ['Problem', '{{problem}}'],
      ['The current one ends on', '{{expires_at}}'],
    ),
    button('Open the dashboard', '{{public_url}}/dashboard/domains'),
  ),
  attack_alert: mail(
    'Attack on {{domain}}',
    'It is being blocked.',
    text('Unusually many requests to your site were blocked.'),
    facts(
      ['Domain', '{{domain}}'],
      ['Kind', '{{attack_type}}'],
      ['Blocked', '{{blocked}}'],
      ['From', '{{sources}}'],
      ['Since', '{{since}}'],
    ),
    button('See the requests', '{{public_url}}/dashboard/logs'),
  ),
  weekly_report: mail(
    'Your week in numbers',
    'Requests, threats and sites at a glance.',
    text('This is what happened on your sites.'),
    facts(
      ['From', '{{from}}'],
      ['To', '{{to}}'],
      ['Requests', '{{total_requests}}'],
      ['Blocked', '{{blocked_requests}}'],
      ['Most frequent attack', '{{top_attack}}'],
      ['Most attacked site', '{{top_domain}}'],
    ),
    button('Open analytics', '{{public_url}}/dashboard/analytics'),
  ),
  contact_message: {
    subject: 'Contact form: {{subject|no subject}}',
    preview: 'A message from the contact form.',
    heading: 'A message from the contact form',
    parts: [
      facts(['Name', '{{sender_name}}'], ['Email', '{{sender_email}}'], ['Subject', '{{subject}}']),
      quote('{{message}}'),
    ],
  },
  contact_acknowledgement: mail(
    'We have your message',
    'We will get back to you soon.',
    text('Thank you for writing to us. We have your message and will get back to you soon.'),
    facts(['Reference', '{{reference}}']),
  ),
  newsletter_welcome: mail(
    'Welcome to our newsletter',
    'You are on the list.',
    text('You are on the list. You will hear from us when there is something worth your time.'),
    text('If you did not subscribe, the link at the end of this mail takes you off the list.'),
  ),
  newsletter_confirm: mail(
    'Do you want our newsletter again?',
    'Please confirm.',
    text('Somebody asked for our newsletter with this address, which had unsubscribed before.'),
    button('Yes, subscribe me again'),
    text('If it was not you, ignore this mail: you stay unsubscribed.'),
  ),
  unsubscribe_notice: mail(
    'You are unsubscribed',
    'A way back, in case it was not you.',
    text('This address was taken off our mailing list. Mails about your account may still be sent.'),
    text('If it was not you who did this, here is the way back:'),
    button('Subscribe again'),
  ),
  smtp_test: {
    subject: `Test mail from ${BRAND.name}`,
    preview: 'This server works.',
    heading: 'This server works',
    parts: [
      text('This mail was sent to try an SMTP server. If you can read it, the server works.'),
      facts(['Server', '{{server}}'], ['Sent by', '{{host}}']),
    ],
  },
} as const satisfies Record<string, MailText>;

export type MailTemplate = keyof typeof MAIL_TEXTS;

export const isMailTemplate = (name: string): name is MailTemplate => Object.hasOwn(MAIL_TEXTS, name);
