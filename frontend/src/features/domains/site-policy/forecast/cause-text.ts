import type { BlockingForecast } from '../../../../shared/api/types.ts';

export type Cause = BlockingForecast['causes'][number];
export type Likelihood = Cause['likelihood'];

const reasons: Readonly<Record<string, string>> = {
  rule: 'A rule',
  rate_limit: 'Over the rate limit',
  path_rate_limit: 'Over the limit of a path',
  blocked_country: 'Country is blocked',
  malware: 'Malware in an upload',
  upload_over_limit: 'Upload larger than the scanner accepts',
  body_bomb: 'Decompression bomb',
  body_coding_malformed: 'Body that cannot be decompressed',
};
/** Reasons with their sign after a colon. */
const families: Readonly<Record<string, string>> = {
  bot: 'Bad bot',
  crawler: 'Crawler',
  challenge: 'Challenge for clients that look automated',
  ddos: 'Part of a flood',
  leaked_password: 'Leaked password at sign-in',
  deception: 'Hidden link or field',
};

/** A cause's name: the rule's message, or the edge's reason. */
export function causeText({ rule_id, message, reason }: Cause): string {
  if (rule_id !== null) return message || `Rule ${rule_id}`;
  const [family = '', sign] = reason.split(':');
  const known = reasons[reason] ?? families[family] ?? family.replaceAll('_', ' ');
  return sign === undefined ? known : `${known} (${sign.replaceAll('_', ' ')})`;
}

export interface LikelihoodSums {
  ordinary: number;
  unclear: number;
  attack: number;
}

export function sumsOf(causes: readonly Cause[]): LikelihoodSums {
  const sums = { ordinary: 0, unclear: 0, attack: 0 };
  for (const { likelihood, requests } of causes) sums[likelihood] += requests;
  return sums;
}
