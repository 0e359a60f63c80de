// What the plan cards, the guide and the privacy policy claim, and what proves it; the rest of the pages is in claims.ts.
import { line, operator, type Proof, test } from './proofs.ts';
import {
  explained,
  masked,
  maskedAddresses,
  maskedRecordings,
  recordingIsOff,
  visitorsReports,
} from './proofs-of-records.ts';

const BROWSER = 'services/e2e/src/browser';
const AUTH = 'services/auth/src/modules';
const filled = test(
  'services/billing/src/modules/plans/plan-lines.spec.ts',
  'state the limits that are enforced',
);
const added = test(
  'frontend/src/features/domains/domains-page.spec.tsx',
  'adds a domain from what was pasted',
);
const owner = test(`${BROWSER}/owners.browser-spec.ts`, 'a domain, from adding it to the first visitor');
const origin = test(`${BROWSER}/policy.browser-spec.ts`, 'opens on the origin, which needs a host');
const defaults = test(`${BROWSER}/policy.browser-spec.ts`, 'blocks attacks under the defaults');
const logOnly = test(`${BROWSER}/policy.browser-spec.ts`, 'can be log-only');
const figures = test(`${BROWSER}/activity.browser-spec.ts`, 'count requests, threats and their kinds');
const filtered = test(`${BROWSER}/activity.browser-spec.ts`, 'are filtered by the address’s query');
const excluded = test(`${BROWSER}/exclusions.browser-spec.ts`, 'a request that should have passed');
const secretsAtRest = test(
  'services/e2e/src/secrets-at-rest.e2e-spec.ts',
  'in the database holds no secret that can be read',
);
const cancelled = test(`${BROWSER}/purchases.browser-spec.ts`, 'what a plan costs and ends');
const closed = test(`${AUTH}/account-closing/account-closing.int-spec.ts`, 'its data goes after 30 days');
const newsletter = test(
  'services/mailer/src/modules/newsletter/newsletter.int-spec.ts',
  'whoever has unsubscribed gets account mail and nothing else',
);
const stored = test(
  'tools/privacy-promises.spec.ts',
  'names each cookie and each entry of the browser’s storage',
);

export const PROMISES: Readonly<Record<string, readonly Proof[]>> = {
  // Plan cards; lines that are filled from entitlements prove themselves, see claims.spec.ts
  'Free: Basic protection for one website': [defaults, filled],
  'Free: ✓ Basic WAF with managed rules': [defaults],
  'Free: ✓ Community support': [operator],
  'Starter: For small sites that need more than the basics': [filled],
  'Starter: ✓ Managed rules with log-only mode': [logOnly],
  'Starter: {ddos_protection} up to 10 Gbps': [filled, operator],
  'Starter: ✓ Email support within 24 hours': [operator],
  'Business: For growing companies with several sites': [filled],
  'Business: {ddos_protection} up to 50 Gbps': [filled, operator],
  'Business: ✓ Priority support within 4 hours': [operator],
  'Enterprise: Everything, without limits': [filled],
  'Enterprise: {ddos_protection} of 100+ Gbps': [filled, operator],
  'Enterprise: ✓ 24/7 phone support': [operator],
  'Enterprise: ✓ Dedicated account manager': [operator],

  // Guide
  'Open Domains in the dashboard and press "Add Domain". Enter the domain as visitors type it, and the IP address or host name of the server that answers for it today.':
    [added, owner],
  'Port 80 with HTTP or port 443 with HTTPS fits almost every server.': [
    line('frontend/src/features/domains/add-domain-dialog.tsx', '443'),
  ],
  'Each domain has its own configuration; your plan says how many you may add.': [owner, filled],
  'Press "Verify DNS" on the domain’s card. The window "Verification CNAME Record" shows the record to add, with a copy button beside each part.':
    [owner],
  'Add it at your DNS provider, wait 5 to 10 minutes, and press "Verify Now". We also look by ourselves while the window is open.':
    [owner, line('frontend/src/features/domains/dns/use-dns-state.ts', 'pollingInterval: POLL_MS')],
  'Press "Configure WAF". Two tabs of its window are all that a site needs at first.': [origin, defaults],
  '"Origin Server": host, port, protocol and timeout. A timeout of 30 seconds is a good start; ports are usually 80 and 443.':
    [origin],
  '"WAF Policy": managed rules, sensitivity, rate limits, DDoS protection, bots, countries and addresses.': [
    test(`${BROWSER}/policy.browser-spec.ts`, 'refuses an address on the block list'),
    test(`${BROWSER}/policy.browser-spec.ts`, 'refuses a country'),
    test(`${BROWSER}/policy.browser-spec.ts`, 'bans who is too quick'),
  ],
  '"Rules", when you want more: your own rules by address, country, path or header, and the exclusions from ours.':
    [test(`${BROWSER}/exclusions.browser-spec.ts`, 'a rule of the owner'), excluded],
  'Start with medium sensitivity. A block rate of 5-15% is common for a site on the open internet.': [
    operator,
  ],
  'A verified domain is not protected yet: its visitors still reach your server directly. Press "Last step: point your visitors here" on the domain’s card; the window shows what to enter for each name.':
    [line('frontend/src/features/domains/domain-card.tsx', 'Last step: point your visitors here')],
  'For visitors who come by HTTPS, have the certificate ready first: the tab "Certificates" shows a record to add at your DNS provider, or takes the certificate that you have.':
    [line('frontend/src/features/domains/site-policy/certificates-tab.tsx', 'useUploadCertificateMutation')],
  'An hour before, lower the TTL of these records to 5 minutes.': [owner],
  'The domain without www cannot have a plain CNAME record; the window says what your provider has instead.':
    [line('frontend/src/features/domains/dns/traffic-dialog.tsx', 'A domain without www:')],
  'The way back is the old record: write it down.': [owner],
  'The dashboard shows what the edge did, for all domains or for the one that you choose in the domain selector.':
    [figures],
  'Overview: requests, blocked threats, uptime and response time.': [figures],
  'Blocked Requests: WAF Logs, filtered by "Blocked": what was refused, and why.': [filtered, explained],
  'Allowed Requests: WAF Logs, filtered by "Allowed": legitimate traffic that passed.': [filtered],
  'Threat Analysis: the page Analytics: kinds of attack, and the countries that they come from.': [
    test(`${BROWSER}/activity.browser-spec.ts`, 'lead to the requests behind a value'),
  ],
  'An honest request was blocked? Open it in the WAF Logs and press "Create an exclusion": it begins with just the rule, the field and the path of that request, and says how many others it would have let through.':
    [excluded],

  // Privacy policy
  'Palisade provides a web application firewall and content delivery network. This policy says which personal data we handle for the people who run sites behind Palisade, for the visitors of those sites, and for readers of our own pages.':
    [owner],
  'We collect what the service needs to work, and no more.': [operator],
  'Account data: name, user name, e-mail address, a hash of your password, plan and settings.': [
    test(`${BROWSER}/settings.browser-spec.ts`, 'change name and address, and never the username'),
    test(`${AUTH}/passwords/password-hasher.service.spec.ts`, 'knows a password again, and no other'),
  ],
  'Traffic data of protected sites: IP address, time, requested address, user agent, verdict and the reason for it.':
    [explained],
  'Billing data: plan, amount, order number and payment reference. Card and bank details stay with the payment provider.':
    [
      test(
        'services/billing/src/modules/checkout/paypal.int-spec.ts',
        'takes a member from order to active plan',
      ),
    ],
  'Messages that you send to support or through the contact form.': [
    test('services/mailer/src/modules/newsletter/newsletter.int-spec.ts', 'passes a contact message on'),
  ],
  'Traffic data is used to detect and stop attacks and to show site owners what happened. Account and billing data is used to run your subscription and to write to you about it. Newsletters go only to people who asked for them.':
    [explained, newsletter, operator],
  'We process data to perform our contract with you, to meet legal duties such as keeping invoices, on the basis of our and our customers’ legitimate interest in secure websites, and, for newsletters, with your consent, which you may withdraw at any time.':
    [operator, newsletter],
  'For the visitors of a protected site we act on behalf of its owner. Requests are inspected as they pass. The log holds when and from where a request came, its address, the page before it, the browser’s name for itself, and what we decided. Values in an address are stars if their names say that they are secret, such as password, token, key or session.':
    [explained, maskedAddresses],
  'Of a request that a rule matched, the log also holds the matched text and the name of the field, with a star for each other character of the field. Bodies are not kept, unless the owner switches on the recording of requests: before a recording is stored, passwords, tokens, cookies, mail addresses and card numbers in it are replaced.':
    [explained, masked, recordingIsOff, maskedRecordings],
  'A visitor who was refused may write to the owner: the text and the address to answer to are kept for the owner. What is kept, the owner sees in the dashboard.':
    [
      visitorsReports,
      test('services/e2e/src/tenancy.e2e-spec.ts', 'sees none of it in lists, while the owner does'),
    ],
  'We do not sell personal data. We share it with processors that host our servers, deliver mail or take payments, each under a contract, and with authorities where the law compels us.':
    [operator],
  'Connections are encrypted. Passwords are hashed, secrets are encrypted at rest, and staff access follows roles: each person sees what their work needs. Accounts may be protected with time-based one-time codes (TOTP multi-factor authentication).':
    [
      secretsAtRest,
      test('services/e2e/src/access-matrix.e2e-spec.ts', 'agrees with what the routes declare'),
      test(`${AUTH}/mfa/mfa.int-spec.ts`, 'asks for a code at login, and makes no session without one'),
    ],
  'Data is erased when its purpose ends.': [
    closed,
    test(
      'services/logs/src/modules/erasure/erasure.int-spec.ts',
      'are deleted, with what edges deliver late; other sites keep theirs',
    ),
  ],
  'Account data: 30 days after the account is deleted.': [
    test(
      'services/auth/src/modules/account-closing/account-closing.int-spec.ts',
      'its data goes after 30 days',
    ),
  ],
  'Traffic logs: at most 90 days, shorter on smaller plans.': [
    test('tools/privacy-promises.spec.ts', 'names the longest time for which a plan keeps traffic logs'),
  ],
  'Records of security incidents: 12 months.': [
    test('tools/privacy-promises.spec.ts', 'names the months for which security incidents are kept'),
    test(
      `${AUTH}/security-activity/security-activity.int-spec.ts`,
      'is bounded: many of one kind push no other out, and all have their time',
    ),
  ],
  'Billing records: 7 years, as tax law asks, and those of a plan that you have without a break for as long as you have it.':
    [
      test(
        'services/billing/src/modules/renewals/retention.int-spec.ts',
        'are kept for seven years, and no longer',
      ),
      test(
        'services/billing/src/modules/renewals/retention.int-spec.ts',
        'stay for as long as paid time is counted from them',
      ),
    ],
  'Support communications: 3 years.': [
    line(
      'services/mailer/src/modules/mails/mails.service.ts',
      `DELETE FROM contact_messages WHERE created_at < now() - interval '3 years'`,
    ),
  ],
  'E-mail delivery logs: 90 days.': [
    line(
      'services/mailer/src/modules/mails/mails.service.ts',
      `DELETE FROM mails WHERE created_at < now() - interval '90 days'`,
    ),
  ],
  'You may ask for access to your data, its correction, erasure or export, and object to or restrict its use. Write to us; we answer privacy requests within 30 days. You may also complain to a supervisory authority.':
    [operator],
  'You can do both yourself, in Settings on the Billing tab. "Subscription Management" cancels a paid plan: the account moves to the Free plan at once. "Danger Zone" deletes the account; a paid subscription is cancelled first.':
    [
      cancelled,
      closed,
      test(`${AUTH}/account-closing/account-closing.int-spec.ts`, 'cancels a subscription at billing'),
    ],
  'Our pages set no tracking cookies. This is everything that they, and the edge in front of a protected site, keep in a browser. While you pay, PayPal’s script runs in our page; what it keeps is PayPal’s, under its own policy.':
    [
      stored,
      test(
        'services/billing/src/modules/checkout/paypal.int-spec.ts',
        'tells the browser where the buttons come from',
      ),
    ],
  'Edge servers may stand in several countries so that traffic takes a short way. Where data leaves its region, contracts approved by the authorities protect it.':
    [operator],
  'The service is for people of 18 years and older. If a breach puts your data at risk, we tell you and the authorities within 72 hours of learning of it.':
    [operator],
  'When this policy changes, the new text stands here with its date, and account holders hear about important changes by mail. Questions reach us at the address on the contact page.':
    [operator],
};
