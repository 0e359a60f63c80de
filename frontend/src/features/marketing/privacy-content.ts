import { browserKeeps } from './content/browser-keeps.ts';

export const PRIVACY_UPDATED = 'October 23, 2025';

/** The 14 sections of the policy; their numbers are their order. */
export const privacySections: readonly {
  title: string;
  paragraphs: readonly string[];
  points?: readonly string[];
}[] = [
  {
    title: 'Who we are and what this covers',
    paragraphs: [
      'Palisade provides a web application firewall and content delivery network. This policy says which personal data we handle for the people who run sites behind Palisade, for the visitors of those sites, and for readers of our own pages.',
    ],
  },
  {
    title: 'What we collect',
    paragraphs: ['We collect what the service needs to work, and no more.'],
    points: [
      'Account data: name, user name, e-mail address, a hash of your password, plan and settings.',
      'Traffic data of protected sites: IP address, time, requested address, user agent, verdict and the reason for it.',
      'Billing data: plan, amount, order number and payment reference. Card and bank details stay with the payment provider.',
      'Messages that you send to support or through the contact form.',
    ],
  },
  {
    title: 'What we use it for',
    paragraphs: [
      'Traffic data is used to detect and stop attacks and to show site owners what happened. Account and billing data is used to run your subscription and to write to you about it. Newsletters go only to people who asked for them.',
    ],
  },
  {
    title: 'Legal grounds',
    paragraphs: [
      'We process data to perform our contract with you, to meet legal duties such as keeping invoices, on the basis of our and our customers’ legitimate interest in secure websites, and, for newsletters, with your consent, which you may withdraw at any time.',
    ],
  },
  {
    title: 'Traffic of your visitors',
    paragraphs: [
      'For the visitors of a protected site we act on behalf of its owner. Requests are inspected as they pass. The log holds when and from where a request came, its address, the page before it, the browser’s name for itself, and what we decided. Values in an address are stars if their names say that they are secret, such as password, token, key or session.',
      'Of a request that a rule matched, the log also holds the matched text and the name of the field, with a star for each other character of the field. Bodies are not kept, unless the owner switches on the recording of requests: before a recording is stored, passwords, tokens, cookies, mail addresses and card numbers in it are replaced.',
      'A visitor who was refused may write to the owner: the text and the address to answer to are kept for the owner. What is kept, the owner sees in the dashboard.',
    ],
  },
  {
    title: 'Sharing',
    paragraphs: [
      'We do not sell personal data. We share it with processors that host our servers, deliver mail or take payments, each under a contract, and with authorities where the law compels us.',
    ],
  },
  {
    title: 'Security',
    paragraphs: [
      'Connections are encrypted. Passwords are hashed, secrets are encrypted at rest, and staff access follows roles: each person sees what their work needs. Accounts may be protected with time-based one-time codes (TOTP multi-factor authentication).',
    ],
  },
  {
    title: 'How long we keep data',
    paragraphs: ['Data is erased when its purpose ends.'],
    points: [
      'Account data: 30 days after the account is deleted.',
      'Traffic logs: at most 90 days, shorter on smaller plans.',
      'Records of security incidents: 12 months.',
      'Billing records: 7 years, as tax law asks, and those of a plan that you have without a break for as long as you have it.',
      'Support communications: 3 years.',
      'E-mail delivery logs: 90 days.',
    ],
  },
  {
    title: 'Your rights',
    paragraphs: [
      'You may ask for access to your data, its correction, erasure or export, and object to or restrict its use. Write to us; we answer privacy requests within 30 days. You may also complain to a supervisory authority.',
    ],
  },
  {
    title: 'Cancelling and deleting your account',
    paragraphs: [
      'You can do both yourself, in Settings on the Billing tab. "Subscription Management" cancels a paid plan: the account moves to the Free plan at once. "Danger Zone" deletes the account; a paid subscription is cancelled first.',
    ],
  },
  {
    title: 'Cookies and local storage',
    paragraphs: [
      'Our pages set no tracking cookies. This is everything that they, and the edge in front of a protected site, keep in a browser. While you pay, PayPal’s script runs in our page; what it keeps is PayPal’s, under its own policy.',
    ],
    points: browserKeeps.map(({ name, what, until }) => `${name} (${until}): ${what}`),
  },
  {
    title: 'Transfers and places',
    paragraphs: [
      'Edge servers may stand in several countries so that traffic takes a short way. Where data leaves its region, contracts approved by the authorities protect it.',
    ],
  },
  {
    title: 'Age and breaches',
    paragraphs: [
      'The service is for people of 18 years and older. If a breach puts your data at risk, we tell you and the authorities within 72 hours of learning of it.',
    ],
  },
  {
    title: 'Changes and contact',
    paragraphs: [
      'When this policy changes, the new text stands here with its date, and account holders hear about important changes by mail. Questions reach us at the address on the contact page.',
    ],
  },
];
