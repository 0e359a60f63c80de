export const competitorPrices = [
  {
    name: 'Palisade Starter',
    price: '$50/mo',
    note: 'WAF, CDN, DDoS protection and certificates in one',
    own: true,
  },
  {
    name: 'Enterprise cloud suite',
    price: '$200/mo',
    note: 'The WAF starts at the business tier',
    own: false,
  },
  { name: 'General CDN', price: '$20/mo', note: 'Basic rules; the rest is sold as add-ons', own: false },
  {
    name: 'Pay-per-rule cloud WAF',
    price: '$5+/mo',
    note: 'Per list, per rule and per million requests',
    own: false,
  },
] as const;
