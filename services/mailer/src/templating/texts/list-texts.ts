import { BRAND } from '../brand.ts';
import { button, facts, type MailText, quote, text } from '../mail-text.ts';

const list = (subject: string, preview: string, ...parts: MailText['parts']): MailText => ({
  topic: 'Newsletter',
  footer: 'visitor',
  tone: 'neutral',
  subject,
  preview,
  heading: subject,
  parts: [text('Hello {{name|there}},'), ...parts],
});

/** Forms and the mailing list: responses to somebody's own action. */
export const LIST_TEXTS = {
  contact_message: {
    topic: 'Contact form',
    footer: 'visitor',
    tone: 'neutral',
    subject: 'Contact form: {{subject|no subject}}',
    preview: '{{sender_name}} wrote to us.',
    heading: 'A message from the contact form',
    parts: [
      facts(['Name', '{{sender_name}}'], ['Email', '{{sender_email}}'], ['Subject', '{{subject}}']),
      quote('{{message}}'),
      text('If you reply to this email, your reply goes to the person who wrote.'),
    ],
  },
  contact_acknowledgement: {
    ...list(
      'We have received your message',
      'We will get back to you soon.',
      text('Thank you for writing to us. We have received your message and will get back to you soon.'),
      facts(['Reference', '{{reference}}']),
    ),
    topic: 'Support',
  },
  newsletter_welcome: {
    ...list(
      'Welcome to our newsletter',
      'You are subscribed.',
      text(
        'You are subscribed. We write when there is something worth your time: new features, attacks you should know about, and articles.',
      ),
      text('If you did not subscribe, use the link at the end of this email to unsubscribe.'),
    ),
    footer: 'list',
    tone: 'good',
  },
  newsletter_confirm: list(
    'Please confirm your subscription',
    'Confirm to complete your subscription.',
    text('This email address was entered to subscribe to our newsletter. If this was you, please confirm:'),
    button('Yes, subscribe me'),
    text('If it was not you, ignore this email and you will not hear from us again.'),
  ),
  newsletter_confirm_return: list(
    'Do you want our newsletter again?',
    'Please confirm.',
    text('This email address was entered to subscribe to our newsletter. It had been unsubscribed before.'),
    button('Yes, subscribe me again'),
    text('If it was not you, ignore this email and you stay unsubscribed.'),
  ),
  unsubscribe_notice: list(
    'You are unsubscribed',
    'You can subscribe again if this was not you.',
    text(
      'This email address was removed from our mailing list. You may still receive emails about your account.',
    ),
    text('If this was not you, you can subscribe again:'),
    button('Subscribe again'),
  ),
  smtp_test: {
    topic: 'Test email',
    footer: 'visitor',
    tone: 'good',
    subject: `Test email from ${BRAND.name}`,
    preview: 'This server works.',
    heading: 'This server works',
    parts: [
      text('This email was sent to test an SMTP server. If you can read it, the server works.'),
      facts(['Server', '{{server}}'], ['Sent by', '{{host}}']),
    ],
  },
} as const satisfies Record<string, MailText>;
