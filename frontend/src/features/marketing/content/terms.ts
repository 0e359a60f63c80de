import type { Company } from '../../../entities/company/company.ts';
import { offer } from '../../../entities/company/offer.ts';
import type { LegalSection } from './legal-section.ts';
import { whoRunsThis } from './who-runs-this.ts';

/** The operator's terms; the company and its jurisdiction come from the operator's settings. */
export const termsSections = (company: Company): readonly LegalSection[] => [
  {
    title: 'Who agrees with whom',
    paragraphs: [
      whoRunsThis(company),
      '“You” are who makes an account, for yourself or for the company that you act for. These terms hold from the moment in which the account is made.',
    ],
  },
  {
    title: 'The service',
    paragraphs: [
      'Requests to your site go through our edge servers, which refuse attacks and forward the rest to your server. What your plan includes stands on the pricing page.',
      'A firewall lowers a risk and does not end it. Keep your software up to date and your backups at hand; some things cannot be inspected on the way.',
    ],
  },
  {
    title: 'Your account',
    paragraphs: [
      'You are 18 years or older, and your address can be reached. Keep password, codes and API keys to yourself: what is done with them is done in your name. Tell us at once if somebody else has them.',
    ],
  },
  {
    title: 'Your domains',
    paragraphs: [
      'You add only domains that are yours or that their owner has asked you to protect. A domain is served once its DNS record proves that.',
    ],
  },
  {
    title: 'Fair use',
    paragraphs: ['The service is not there for'],
    points: [
      'attacks, malware, fraud, or content that breaks the law where you or we are;',
      'getting round limits of a plan with several accounts;',
      'tests of our systems that go beyond the security page.',
    ],
  },
  {
    title: 'Limits of plans',
    paragraphs: [
      'Limits of a plan hold as the pricing page says. Traffic beyond the bandwidth of a plan is not cut: we write to you about a larger one.',
    ],
  },
  {
    title: 'Trial and payment',
    paragraphs: [
      `A trial lasts ${offer.trialDays} days, asks for no card, and ends by itself on the Free plan. It is had once for each account, email address and domain, and your address has to be confirmed.`,
      'Before you pay you see the sum, from when to when it pays for the plan, and whether it is charged again by itself.',
    ],
  },
  {
    title: 'Changing the plan',
    paragraphs: [
      'A change takes effect at once. What is left of paid time is credited as days of the new plan; the page says how many before you confirm.',
    ],
  },
  {
    title: 'Cancelling and money back',
    paragraphs: [
      `You may cancel at any time, in Settings on the Billing tab: the plan ends at once, and what is left of paid time is not paid back. Within ${offer.moneyBackDays} days of a payment you take your money back there yourself, and nobody asks why: once for each account, email address and domain. Write to us about a further payment.`,
      'You may delete your account at any time. We may end it with 30 days’ notice, or at once where these terms are broken gravely; paid time that you did not cause us to end is paid back.',
    ],
  },
  {
    title: 'Availability and support',
    paragraphs: [
      'The uptime and the support that a plan promises stand in the comparison on the pricing page. Work that can be planned is announced.',
    ],
  },
  {
    title: 'Liability',
    paragraphs: [
      'We are liable without limit for intent and gross negligence, for harm to life and health, and wherever the law allows no limit. Otherwise we are liable for broken core duties only, and up to what you have paid in the twelve months before.',
    ],
  },
  {
    title: 'Software and data',
    paragraphs: [
      'Palisade is free software under the GNU AGPL, version 3 or later. What your sites hold and your visitors send stays yours; how we handle it stands on the pages about privacy and data processing.',
    ],
  },
  {
    title: 'Law',
    paragraphs: [
      company.law
        ? `The law of ${company.law} applies. Consumers keep the rights that the law of their own country gives them.`
        : 'The law of the place where we have our seat applies. Consumers keep the rights that the law of their own country gives them.',
    ],
  },
  {
    title: 'Changes',
    paragraphs: [
      'We tell you by mail of changes of these terms 30 days before they take effect. If you do not agree, cancel until then, and what you have paid beyond that day is paid back.',
    ],
  },
];
