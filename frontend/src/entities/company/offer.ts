/** Facts about the offer that pages, footer and dialogs state. Change them here only. */
export const offer = {
  tagline: 'Web application firewall and CDN. Between your site and its attackers, switched on in DNS.',
  copyrightYear: 2024,
  trialDays: 14,
  moneyBackDays: 14,
} as const;

/** Where a telephone dials. */
export const dialled = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;
