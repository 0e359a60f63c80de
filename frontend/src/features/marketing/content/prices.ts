/** Entry prices as advertised; our own comes from the plans. */
export const competitorPrices = [
  { name: 'Managed cloud WAF', price: '$50/mo', note: 'The firewall alone; CDN and bots are extra' },
  { name: 'Enterprise cloud suite', price: '$200/mo', note: 'The WAF starts at the business tier' },
  { name: 'General CDN', price: '$20/mo', note: 'Basic rules; the rest is sold as add-ons' },
  { name: 'Pay-per-rule cloud WAF', price: '$5+/mo', note: 'Per list, per rule and per million requests' },
] as const;

export const OWN_PRICE = {
  plan: 'starter',
  name: 'Palisade Starter',
  note: 'WAF, DDoS protection and certificates in one',
} as const;
