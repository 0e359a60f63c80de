/** Facts about the company and its offer that pages, footer and dialogs state. Change them here only. */
export const company = {
  tagline: 'Web application firewall and CDN. Between your site and its attackers, switched on in DNS.',
  email: 'support@palisade.example',
  phone: '+1 (555) 010-4224',
  city: 'Wilmington, Delaware',
  copyrightYear: 2024,
  trialDays: 14,
  moneyBackDays: 14,
  /** What links to the site are shown with elsewhere; drawn by tools/share-picture. */
  sharePicture: {
    path: '/share.png',
    width: 1200,
    height: 630,
    alt: 'Palisade: a fence around your website, up in five minutes',
  },
} as const;

export const marketingStats = [
  { value: '99.9%', label: 'uptime' },
  { value: '1M+', label: 'threats blocked' },
  { value: '500+', label: 'customers' },
] as const;
