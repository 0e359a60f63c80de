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
    description: 'A new vulnerability, what we did and what readers should do.',
    category: 'security',
    mail: security(
      'Security advisory: [title]',
      'What you should know and do.',
      text(
        'A vulnerability in [software] was published. Requests that exploit it have been blocked on your sites since [date].',
      ),
      facts(['Affected', '[versions]'], ['What to do', 'Update to [version]']),
      dashboard('View blocked requests', '/dashboard/logs'),
    ),
  },
  'two-factor': {
    name: 'Turn on two-factor authentication',
    description: 'Asks readers to protect their account with two-factor authentication.',
    category: 'security',
    mail: security(
      'Protect your account in two minutes',
      'Turn on two-factor authentication.',
      text(
        'A password can be stolen. Two-factor authentication also requires a code that changes every 30 seconds.',
      ),
      dashboard('Turn it on', '/dashboard/settings'),
    ),
  },
  'plan-upgrade': {
    name: 'Upgrade your plan',
    description: 'Shows readers what a larger plan includes.',
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
    description: 'Announces new prices in advance.',
    category: 'billing',
    mail: billing(
      'Our prices change on [date]',
      'What it means for you.',
      text(
        'From [date], the {{plan|Free}} plan costs [price]. Time you have already paid for is not affected.',
      ),
      dashboard('View your plan', '/dashboard/settings'),
    ),
  },
  'domain-setup': {
    name: 'Finish setting up your domain',
    description: 'Helps readers to add the missing DNS record.',
    category: 'domains',
    mail: domains(
      'Add one more DNS record',
      'Your site is not protected yet.',
      text('The DNS record of your domain is missing. Until you add it, requests do not reach us.'),
      dashboard('View the record', '/dashboard/domains'),
    ),
  },
  maintenance: {
    name: 'Planned maintenance',
    description: 'Announces work on the service.',
    category: 'domains',
    mail: domains(
      'Planned maintenance on [date]',
      'Your sites stay online.',
      text(
        'On [date] from [time] to [time], the dashboard is under maintenance. Your sites stay online and protected.',
      ),
    ),
  },
  welcome: {
    name: 'Welcome',
    description: `First steps with ${BRAND.name}.`,
    category: 'onboarding',
    mail: onboarding(
      `Welcome to ${BRAND.name}`,
      'Three steps to a protected site.',
      text('Protect your first site in three steps:'),
      steps(
        'Add your domain and enter the address of its server.',
        'Add the DNS record that we show you.',
        'Point your DNS at us and watch attacks being blocked.',
      ),
      dashboard('Add a domain', '/dashboard/domains'),
    ),
  },
  'feature-news': {
    name: 'What is new',
    description: 'The newsletter: new features and articles.',
    category: 'onboarding',
    mail: news(
      `What is new at ${BRAND.name}`,
      'A two-minute read.',
      text('[Feature]: what it does and why it is useful.'),
      text('[Feature]: what it does and why it is useful.'),
      dashboard('Open the dashboard', '/dashboard'),
    ),
  },
};
