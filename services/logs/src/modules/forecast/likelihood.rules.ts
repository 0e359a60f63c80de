/** Statistics of the requests with one cause. */
export interface CauseFigures {
  requests: number;
  addresses: number;
  /** Number that the origin answered with 2xx or 3xx. */
  answered: number;
  /** Mean number of rules that matched a request; those that only compare scores do not count. */
  rulesFired: number;
}

export type Likelihood = 'ordinary' | 'attack' | 'unclear';

/** One or two clients may be the owner's own testers as well as a scanner. */
const CROWD = 3;
const MOSTLY = 0.8;
const HARDLY = 0.3;
/** Attacks match several rules at once, a sentence with an apostrophe one or two. */
const MANY_RULES = 3;
/** One or two addresses with more requests than this are no person. */
const PERSISTENT = 20;

/**
 * Ordinary visitors are many, request what exists, and match one rule; scanners are few, persistent, and mostly request
 * what does not exist. Anything else is unclear: somebody should look at the samples.
 */
export function likelihoodOf({ requests, addresses, answered, rulesFired }: CauseFigures): Likelihood {
  if (requests === 0) return 'unclear';
  const share = answered / requests;
  if (share < HARDLY || (addresses < CROWD && requests >= PERSISTENT)) return 'attack';
  if (addresses >= CROWD && share >= MOSTLY && rulesFired < MANY_RULES) return 'ordinary';
  return 'unclear';
}
