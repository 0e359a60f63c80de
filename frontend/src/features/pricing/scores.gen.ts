// This file is written by npm run generate out of services/shared/managed-rules/SCORES.md.

/** Rule sets, in the order of the figures. */
export const scoredRuleSets = ['low', 'medium', 'high', 'CRS 3.3, PL 1'] as const;

/** Shares of requests that are blocked, in percent. */
export const scores: readonly { label: string; shares: readonly string[] }[] = [
  { label: 'Attacks stopped', shares: ['98.57', '99.35', '99.51', '94.57'] },
  { label: 'Attacks stopped, unseen', shares: ['98.47', '99.20', '99.42', '94.42'] },
  { label: 'Benign blocked', shares: ['0.03', '0.03', '0.10', '9.15'] },
  { label: 'Benign blocked, unseen', shares: ['0.04', '0.04', '0.11', '8.91'] },
  { label: 'Balanced accuracy', shares: ['99.27', '99.66', '99.70', '92.71'] },
];
