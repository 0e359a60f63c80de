// What stands below a page's title, or beside what it shows: said as much as the rest, and proven with it (tools/claims.ts).

import { offer } from '../../../entities/company/offer.ts';

export const homeLeads = {
  promise: 'Up in five minutes.',
  product:
    'Palisade is a web application firewall and CDN that you switch on in your DNS. It stops attacks at the edge, and tells you why.',
  offer: `${offer.trialDays}-day free trial · no credit card · cancel anytime`,
  explained:
    'A verdict alone helps nobody. Palisade shows the rule, the field, the decoding and the very bytes that decided, so you can tell an attack from a customer in seconds.',
  record: 'This record leads your visitors through us. Take it away, and your site is where it was before.',
  prices: 'Entry prices for a web application firewall, as advertised.',
} as const;

export const pageLeads = {
  features: 'Every feature says which plans include it. Nothing else is for sale.',
  howItWorks: 'Six steps from an open site to a fenced one. The work takes about five minutes.',
  callToAction: `${offer.trialDays}-day free trial, no credit card, cancel anytime.`,
} as const;
