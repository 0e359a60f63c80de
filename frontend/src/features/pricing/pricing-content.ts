import { offer } from '../../entities/company/offer.ts';
/** Promises and answers of the pricing page. Limits of plans are not here: they come with the plans. */

export const pricingFaq = [
  {
    question: 'Is there a free trial?',
    answer:
      'Yes, 14 days of any paid plan without a credit card: once for each account, email address and domain, as soon as your address is confirmed.',
  },
  { question: 'Can I change my plan later?', answer: 'At any time. Changes take effect immediately.' },
  {
    question: 'Can I cancel?',
    answer:
      'Anytime, in Settings under Billing. Your account then moves to the Free plan at once, and paid time ends with it.',
  },
  {
    question: 'Do you give refunds?',
    answer:
      'Within 14 days of a payment you get your money back, no questions asked: once for each account, email address and domain.',
  },
  {
    question: 'Which payment methods do you accept?',
    answer: 'PayPal for now. Cards and bank transfers are on their way.',
  },
] as const;

/** Explanation of each limit. Its value per plan comes with the plans. */
export const limitExplanations = {
  domains: 'Sites behind us, each with its own policy.',
  bandwidth: 'For all your sites. You are notified at 80% and 100%; nothing is ever cut off.',
  customRules: 'Rules of your own that block, challenge, log or spare requests.',
  logStreams: 'Records of requests sent to your servers: HTTP, syslog, object storage, OpenTelemetry.',
  inspectedUpload: 'How much of an uploaded file is inspected.',
  logRetention: 'How far back the log goes. What is older is deleted.',
} as const;

export const marketedPlanRows = [
  {
    label: 'DDoS capacity',
    values: { free: 'No', starter: '10 Gbps', business: '50 Gbps', enterprise: '100+ Gbps' },
  },
  {
    label: 'Uptime (SLA)',
    values: { free: '99%', starter: '99.5%', business: '99.9%', enterprise: '99.99%' },
  },
  {
    label: 'Support',
    values: { free: 'Community', starter: 'Email, 24h', business: 'Priority, 4h', enterprise: '24/7 phone' },
  },
  {
    label: 'Dedicated account manager',
    values: { free: 'No', starter: 'No', business: 'No', enterprise: 'Yes' },
  },
] as const;

/** Below the page's title. */
export const PRICING_LEAD = `${offer.trialDays}-day free trial without a credit card, ${offer.moneyBackDays}-day money-back guarantee, cancel anytime. Changes take effect immediately.`;
