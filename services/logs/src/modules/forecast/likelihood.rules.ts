/** What is known of the requests that one cause would have stopped. */
export interface CauseFigures {
  requests: number;
  addresses: number;
  /** How many the origin answered with 2xx or 3xx. */
  answered: number;
  /** Rules that fired on one request, in the mean; those that only compare scores do not count. */
  rulesFired: number;
}

export type Likelihood = 'ordinary' | 'attack' | 'unclear';

/** One or two people may be the owner's own testers as well as a scanner: no crowd. */
const CROWD = 3;
const MOSTLY = 0.8;
const HARDLY = 0.3;
/** Attacks trip over several rules at once, a sentence with an apostrophe over one or two. */
const MANY_RULES = 3;
/** What a scanner asks for more often than anybody by hand, from one or two addresses. */
const PERSISTENT = 20;

/**
 * Ordinary visitors are many, ask for what exists, and trip over one rule; scanners are few, persistent, and mostly ask
 * for what does not exist. What is neither stays unclear: somebody should look at the samples.
 */
export function likelihoodOf({ requests, addresses, answered, rulesFired }: CauseFigures): Likelihood {
  if (requests === 0) return 'unclear';
  const share = answered / requests;
  if (share < HARDLY || (addresses < CROWD && requests >= PERSISTENT)) return 'attack';
  if (addresses >= CROWD && share >= MOSTLY && rulesFired < MANY_RULES) return 'ordinary';
  return 'unclear';
}
