// This file is written by npm run generate out of services/shared/managed-rules/SCORES.md.

/** Rule sets, in the order of the figures. */
export const scoredRuleSets = ['low', 'medium', 'high', 'CRS 3.3, PL 1'] as const;

/** Shares of requests that are blocked, in percent. */
export const scores: readonly { label: string; shares: readonly string[] }[] = [
  { label: 'Attacks stopped', shares: ['98.66', '99.37', '99.52', '94.57'] },
  { label: 'Attacks stopped, unseen', shares: ['98.56', '99.23', '99.44', '94.42'] },
  { label: 'Benign blocked', shares: ['0.02', '0.02', '0.10', '9.15'] },
  { label: 'Benign blocked, unseen', shares: ['0.03', '0.03', '0.10', '8.91'] },
  { label: 'Balanced accuracy', shares: ['99.32', '99.67', '99.71', '92.71'] },
];
