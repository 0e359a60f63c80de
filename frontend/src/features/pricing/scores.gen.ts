// npm run generate writes this page from services/shared/managed-rules/SCORES.md.

/** Rule sets, in the order of the figures. */
export const scoredRuleSets = ['low', 'medium', 'high', 'CRS 3.3, PL 1'] as const;

/** Shares of requests that are blocked, in percent. */
export const scores: readonly { label: string; shares: readonly string[] }[] = [
  { label: 'Attacks stopped', shares: ['98.69', '99.39', '99.54', '94.57'] },
  { label: 'Attacks stopped, unseen', shares: ['98.61', '99.27', '99.47', '94.42'] },
  { label: 'Benign blocked', shares: ['0.01', '0.02', '0.10', '9.15'] },
  { label: 'Benign blocked, unseen', shares: ['0.02', '0.02', '0.10', '8.91'] },
  { label: 'Balanced accuracy', shares: ['99.34', '99.69', '99.72', '92.71'] },
];
