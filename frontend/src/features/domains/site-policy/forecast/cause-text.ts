import { reasonName } from '@palisade/site-policy/words';
import type { BlockingForecast } from '../../../../shared/api/types.ts';

export type Cause = BlockingForecast['causes'][number];
export type Likelihood = Cause['likelihood'];

/** A cause's name: the rule's message, or the edge's reason. */
export function causeText({ rule_id, message, reason }: Cause): string {
  if (rule_id !== null) return message || `Rule ${rule_id}`;
  return reasonName(reason);
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
