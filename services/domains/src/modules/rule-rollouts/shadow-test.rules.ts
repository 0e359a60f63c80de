/**
 * Share of affected visitors up to which a candidate is harmless, and from which it is harmful. In between either
 * answer is right.
 */
const HARMLESS = 0.001;
const HARMFUL = 0.005;
/** Share of harmful releases that are promoted on a site, and of harmless ones that are held. */
export const ERROR_RATE = 0.01;

export type Finding = 'harmful' | 'harmless' | null;

/**
 * Wald's sequential test (1945) of one share against another. For each visitor: would the candidate have refused
 * something that they received? Current rules and candidate judge the same requests, so that no other group of visitors
 * is needed for comparison, and other changes do not affect the result. Checking after every visitor does not raise the
 * error rate.
 */
export function findingOf(visitors: number, lost: number): Finding {
  const evidence =
    lost * Math.log(HARMFUL / HARMLESS) + (visitors - lost) * Math.log((1 - HARMFUL) / (1 - HARMLESS));
  const bound = Math.log((1 - ERROR_RATE) / ERROR_RATE);
  if (evidence >= bound) return 'harmful';
  return evidence <= -bound ? 'harmless' : null;
}
