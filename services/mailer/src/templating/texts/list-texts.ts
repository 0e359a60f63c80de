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
      text('An answer to this mail goes to the person who wrote.'),
    ],
  },
  contact_acknowledgement: {
    ...list(
      'We have your message',
      'We will get back to you soon.',
      text('Thank you for writing to us. We have your message and will get back to you soon.'),
      facts(['Reference', '{{reference}}']),
    ),
    topic: 'Support',
  },
  newsletter_welcome: {
    ...list(
      'Welcome to our newsletter',
      'You are on the list.',
      text(
        'You are on the list. You will hear from us when there is something worth your time: new features, attacks that everybody should know of, and good reads.',
      ),
      text('If you did not subscribe, the link at the end of this mail takes you off the list.'),
    ),
    footer: 'list',
    tone: 'good',
  },
  newsletter_confirm: list(
    'Please confirm your subscription',
    'One click, and you are subscribed.',
    text('Somebody asked for our newsletter with this address. If it was you, please confirm:'),
    button('Yes, subscribe me'),
    text('If it was not you, ignore this mail: you will not hear from us.'),
  ),
  newsletter_confirm_return: list(
    'Do you want our newsletter again?',
    'Please confirm.',
    text('Somebody asked for our newsletter with this address, which had unsubscribed before.'),
    button('Yes, subscribe me again'),
    text('If it was not you, ignore this mail: you stay unsubscribed.'),
  ),
  unsubscribe_notice: list(
    'You are unsubscribed',
    'You can subscribe again if this was not you.',
    text('This address was removed from our mailing list. Mails about your account may still be sent.'),
    text('If this was not you, you can subscribe again:'),
    button('Subscribe again'),
  ),
  smtp_test: {
    topic: 'Test mail',
    footer: 'visitor',
    tone: 'good',
    subject: `Test mail from ${BRAND.name}`,
    preview: 'This server works.',
    heading: 'This server works',
    parts: [
      text('This mail was sent to try an SMTP server. If you can read it, the server works.'),
      facts(['Server', '{{server}}'], ['Sent by', '{{host}}']),
    ],
  },
} as const satisfies Record<string, MailText>;
