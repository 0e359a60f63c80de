// What the terms of service and the pages about data processing and security claim, and what proves it.
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
const SUBSCRIPTIONS = 'services/billing/src/modules/customers/subscriptions.int-spec.ts';
/** Opens a list, and claims nothing by itself. */
const opensList: Proof = { word: 'of the list that follows' };
const owner = test(`${BROWSER}/owners.browser-spec.ts`, 'a domain, from adding it to the first visitor');
const attacks = test('services/e2e/src/journey.e2e-spec.ts', 'blocks an attack of the corpus');
const purchases = test(`${BROWSER}/purchases.browser-spec.ts`, 'what a plan costs and ends');
const atRest = test(
  'services/e2e/src/secrets-at-rest.e2e-spec.ts',
  'in the database holds no secret that can be read',
);
const erased = test(
  'services/logs/src/modules/erasure/erasure.int-spec.ts',
  'are deleted, with what edges deliver late',
);
const closed = test(
  'services/auth/src/modules/account-closing/account-closing.int-spec.ts',
  'its data goes after 30 days',
);

export const AGREEMENTS: Readonly<Record<string, readonly Proof[]>> = {
  // Terms of service
  '“We” are those who run this installation of Palisade. The contact page leads to them.': [operator],
  '“You” are who makes an account, for yourself or for the company that you act for. These terms hold from the moment in which the account is made.':
    [operator],
  'Requests to your site go through our edge servers, which refuse attacks and forward the rest to your server. What your plan includes stands on the pricing page.':
    [owner, attacks],
  'A firewall lowers a risk and does not end it. Keep your software up to date and your backups at hand; some things cannot be inspected on the way.':
    [line('docs/security/not-inspected.md', '# ')],
  'You are 18 years or older, and your address can be reached. Keep password, codes and API keys to yourself: what is done with them is done in your name. Tell us at once if somebody else has them.':
    [operator],
  'You add only domains that are yours or that their owner has asked you to protect. A domain is served once its DNS record proves that.':
    [owner],
  'The service is not there for': [opensList],
  'attacks, malware, fraud, or content that breaks the law where you or we are;': [operator],
  'getting round limits of a plan with several accounts;': [operator],
  'tests of our systems that go beyond the security page.': [operator],
  'Limits of a plan hold as the pricing page says. Traffic beyond the bandwidth of a plan is not cut: we write to you about a larger one.':
    [test('services/billing/src/modules/bandwidth/bandwidth.int-spec.ts', 'once each, and never cut')],
  'A trial lasts 14 days, asks for no card, and ends by itself on the Free plan. It is had once for each account, email address and domain, and your address has to be confirmed.':
    [
      test(SUBSCRIPTIONS, 'gives a paid plan for fourteen days'),
      test(SUBSCRIPTIONS, 'is had once per user and mailbox'),
      test(SUBSCRIPTIONS, 'is had once per domain'),
      test(SUBSCRIPTIONS, 'is not used up by a stranger who has typed the address'),
    ],
  'Before you pay you see the sum, from when to when it pays for the plan, and whether it is charged again by itself.':
    [purchases],
  'A change takes effect at once. What is left of paid time is credited as days of the new plan; the page says how many before you confirm.':
    [
      test(
        'services/billing/src/modules/checkout/plan-changes.int-spec.ts',
        'turns what is left of a dear plan into time of the cheaper one',
      ),
    ],
  'You may cancel at any time, in Settings on the Billing tab: the plan ends at once, and what is left of paid time is not paid back. Within 14 days of a payment you take your money back there yourself, and nobody asks why: once for each account, email address and domain. Write to us about a further payment.':
    [
      purchases,
      test(`${BROWSER}/purchases.browser-spec.ts`, 'an owner gets a refund by pressing a button'),
      test(
        'services/billing/src/modules/checkout/money-back-once.int-spec.ts',
        'gives one payment of an account back by its owner’s press',
      ),
    ],
  'You may delete your account at any time. We may end it with 30 days’ notice, or at once where these terms are broken gravely; paid time that you did not cause us to end is paid back.':
    [closed, operator],
  'The uptime and the support that a plan promises stand in the comparison on the pricing page. Work that can be planned is announced.':
    [operator],
  'We are liable without limit for intent and gross negligence, for harm to life and health, and wherever the law allows no limit. Otherwise we are liable for broken core duties only, and up to what you have paid in the twelve months before.':
    [operator],
  'Palisade is free software under the GNU AGPL, version 3 or later. What your sites hold and your visitors send stays yours; how we handle it stands on the pages about privacy and data processing.':
    [line('LICENSE', 'SPDX-License-Identifier: AGPL-3.0-or-later')],
  'The law of the place where we have our seat applies. Consumers keep the rights that the law of their own country gives them.':
    [operator],
  'We tell you by mail of changes of these terms 30 days before they take effect. If you do not agree, cancel until then, and what you have paid beyond that day is paid back.':
    [operator],
  // Data processing
  'For your visitors’ data you decide why and how it is used; we handle it for you, on your instructions: these are your settings in the dashboard.':
    [operator],
  'Of those who visit a protected site:': [opensList],
  'What they send and get, as it passes; it is inspected and forwarded. Answers are kept only where your plan and your settings have the edge cache them.':
    [
      owner,
      test('services/waf-proxy/src/features/cache/cache.int-spec.ts', 'answers a second request by itself'),
    ],
  'Of each request in the log: address and country of the client, time, address of the page and of the page before it (secret values are stars), user agent, verdict and its reason.':
    [explained, maskedAddresses],
  'Of a request that a rule matched: the matched text and the name of its field, with a star for each other character of the field.':
    [explained, masked],
  'If you switch on the recording of requests, which is off by default: whole requests, in which passwords, tokens, cookies, mail addresses and card numbers are replaced before anything is stored.':
    [recordingIsOff, maskedRecordings],
  'Of refused visitors who write to you: their text, and the address to answer to if they name one.': [
    visitorsReports,
  ],
  'To refuse attacks, to show you what happened, and to serve your site. Logs are erased after the days that your plan says, and all of a domain within minutes of its removal.':
    [
      erased,
      test('tools/privacy-promises.spec.ts', 'names the longest time for which a plan keeps traffic logs'),
    ],
  'Among others:': [opensList],
  'Connections between services are encrypted and both sides prove who they are.': [
    test(
      'services/shared/nest-kit/src/service.int-spec.ts',
      'refuses a token on another service’s connection, and whoever has no certificate of ours',
    ),
  ],
  'Secrets are encrypted at rest; passwords are kept as hashes.': [atRest],
  'Each customer sees their own domains and logs only.': [
    test('services/e2e/src/tenancy.e2e-spec.ts', 'sees none of it in lists, while the owner does'),
  ],
  'What administrators do is recorded in a log that shows any tampering.': [
    test(
      'services/auth/src/modules/audit/audit-seals.int-spec.ts',
      'finds an entry that was changed, and says which',
    ),
  ],
  'Those who host our servers, deliver our mails and take payments. We tell account holders by mail before another one takes part; who does not agree may cancel.':
    [operator],
  'When somebody asks you about their data, logs are searched by address in the dashboard. We help where that is not enough.':
    [test(`${BROWSER}/activity.browser-spec.ts`, 'are filtered by the address’s query')],
  'If your visitors’ data is at risk, we tell you without delay, so that you can meet your own duties: what happened, whom it concerns, and what we do about it.':
    [operator],
  'When your account is deleted, its domains, their logs and settings are erased. Before that you can export all that we keep of your account (Settings → Account → Export my data), and logs as CSV or NDJSON.':
    [
      closed,
      erased,
      test(`${BROWSER}/activity.browser-spec.ts`, 'report by period, and export what was logged'),
    ],
  // Security
  'Write to us through the contact page: what you did, what happened, what you had expected. A request that shows it is worth more than a scanner’s report.':
    [operator],
  'If it is in the software and not only here, report it to the project as well; the file SECURITY.md of the source says how.':
    [line('SECURITY.md', 'To report a vulnerability')],
  'The project answers within 3 working days, and says within 10 what it has found.': [
    line('SECURITY.md', 'within 3 working days'),
    line('SECURITY.md', 'within 10 working days'),
  ],
  'A fix is aimed for within 7 days where it is critical, 30 where it is high, 90 otherwise.': [
    line('SECURITY.md', '7 days for critical, 30 for high, 90 for others'),
  ],
  'It is published at most 90 days after the report, with your name if you want it there.': [
    line('SECURITY.md', 'at most 90 days after the report'),
  ],
  'Test on an installation of your own: it starts by one command. Do not read, change or keep other people’s data beyond what proves the point, do not flood, and send no mail to people who do not expect it. What you do in good faith within these bounds counts as authorised.':
    [line('SECURITY.md', 'Safe harbour')],
  'Each of these is held by tests of the software.': [opensList],
  'Services prove to each other who they are, by certificates; events between them are signed.': [
    test(
      'services/shared/messaging/src/envelope/event-verifier.spec.ts',
      'refuses an event of which any bit is another',
    ),
  ],
  'Passwords are kept as hashes, second factors and other secrets encrypted; a copy of the database opens no account.':
    [atRest],
  'Sensitive actions ask for the password again; sign-ins from new devices are told by mail.': [
    test(
      'services/e2e/src/access-matrix.e2e-spec.ts',
      'asks an old session for the password before each sensitive action',
    ),
    test(
      'services/auth/src/modules/security-activity/security-activity.int-spec.ts',
      'mails one sign-in of a program that keeps no cookie, and each from elsewhere',
    ),
  ],
  'Every release comes with a list of its parts, and sums to check it by.': [
    line('tools/security/release-files.mjs', 'SHA256SUMS'),
  ],
  'Some things cannot be inspected on the way. The documentation lists them, with limits and settings.': [
    line('docs/security/not-inspected.md', '# '),
  ],
};
