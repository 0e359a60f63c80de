import { BRAND } from '../../templating/brand.ts';
import { button, facts, type MailText, steps, type Tone, text } from '../../templating/mail-text.ts';

export const TEMPLATE_CATEGORIES = ['security', 'billing', 'domains', 'onboarding'] as const;

export interface LibraryTemplate {
  name: string;
  description: string;
  category: (typeof TEMPLATE_CATEGORIES)[number];
  mail: MailText;
}

const HELLO = text('Hello {{first_name|there}},');
const dashboard = (label: string, path: string) => button(label, `{{site_url}}${path}`);
const mail =
  (topic: string, tone: Tone = 'neutral') =>
  (subject: string, preview: string, ...parts: MailText['parts']): MailText => ({
    topic,
    tone,
    footer: 'list',
    subject,
    preview,
    heading: subject,
    parts: [HELLO, ...parts],
  });
const security = mail('Security', 'warning');
const billing = mail('Billing');
const domains = mail('Your sites');
const onboarding = mail('Getting started', 'good');
const news = mail('News');

/** Templates for campaigns. Administrators change the words; the layout and the placeholders are included. */
export const CAMPAIGN_TEMPLATES: Readonly<Record<string, LibraryTemplate>> = {
  'security-advisory': {
    name: 'Security advisory',
    description: 'A newly known weakness, what we did and what readers should do.',
    category: 'security',
    mail: security(
      'Security advisory: [title]',
      'What you should know, and do.',
      text(
        'A weakness in [software] became known. Requests that use it are blocked on your sites since [date].',
      ),
      facts(['Affected', '[versions]'], ['What to do', 'Update to [version]']),
      dashboard('See blocked requests', '/dashboard/logs'),
    ),
  },
  'two-factor': {
    name: 'Turn on two-factor authentication',
    description: 'Asks readers to protect their account with a second factor.',
    category: 'security',
    mail: security(
      'Two minutes that keep your account yours',
      'Turn on two-factor authentication.',
      text('A password can be stolen; a code that changes every 30 seconds is of no use to a thief.'),
      dashboard('Turn it on', '/dashboard/settings'),
    ),
  },
  'plan-upgrade': {
    name: 'Upgrade your plan',
    description: 'Shows readers what a larger plan has for them.',
    category: 'billing',
    mail: billing(
      'More protection for your sites',
      'What the next plan includes.',
      text('You are on the {{plan|Free}} plan. The next one adds [features].'),
      dashboard('Compare plans', '/pricing'),
    ),
  },
  'price-change': {
    name: 'Price change',
    description: 'Announces new prices ahead of time.',
    category: 'billing',
    mail: billing(
      'Our prices change on [date]',
      'What it means for you.',
      text(
        'From [date] on the {{plan|Free}} plan costs [price]. What you have paid for already stays as it is.',
      ),
      dashboard('See your plan', '/dashboard/settings'),
    ),
  },
  'domain-setup': {
    name: 'Finish setting up your domain',
    description: 'Helps with the DNS record that is still missing.',
    category: 'domains',
    mail: domains(
      'One DNS record is left',
      'Your site is not protected yet.',
      text('Your domain waits for its DNS record. Until it is set, requests do not come through us.'),
      dashboard('Show the record', '/dashboard/domains'),
    ),
  },
  maintenance: {
    name: 'Planned maintenance',
    description: 'Announces work on the service.',
    category: 'domains',
    mail: domains(
      'Planned maintenance on [date]',
      'Your sites stay online.',
      text('On [date] from [time] to [time] we work on the dashboard. Your sites stay online and protected.'),
    ),
  },
  welcome: {
    name: 'Welcome',
    description: `First steps with ${BRAND.name}.`,
    category: 'onboarding',
    mail: onboarding(
      `Welcome to ${BRAND.name}`,
      'Three steps to a protected site.',
      text('Three steps, and your first site is protected:'),
      steps(
        'Add your domain, and say where its server is.',
        'Set the DNS record that we show you.',
        'Point your site to us, and watch attacks being blocked.',
      ),
      dashboard('Add a domain', '/dashboard/domains'),
    ),
  },
  'feature-news': {
    name: 'What is new',
    description: 'The newsletter: new features and good reads.',
    category: 'onboarding',
    mail: news(
      `What is new at ${BRAND.name}`,
      'In two minutes.',
      text('[Feature]: what it does, and why you want it.'),
      text('[Feature]: what it does, and why you want it.'),
      dashboard('Open the dashboard', '/dashboard'),
    ),
  },
};
