/** Of visitors: so few who would lose something are nobody's loss by the rules, so many are. Between them either answer is right. */
const HARMLESS = 0.001;
const HARMFUL = 0.005;
/** Of harmful releases so many are promoted on a site, and of harmless ones so many held. */
export const ERROR_RATE = 0.01;

export type Finding = 'harmful' | 'harmless' | null;

/**
 * Wald's sequential test (1945) of one share against another. Each visitor is asked about once: would the candidate have taken
 * something from them that they got? Present rules and candidate judge the same requests, so that nothing has to be compared with
 * another group of visitors, and nothing else that happens meanwhile is in the answer. Whoever looks at every visitor errs no more
 * often than the rate above says.
 */
export function findingOf(visitors: number, lost: number): Finding {
  const evidence =
    lost * Math.log(HARMFUL / HARMLESS) + (visitors - lost) * Math.log((1 - HARMFUL) / (1 - HARMLESS));
  const bound = Math.log((1 - ERROR_RATE) / ERROR_RATE);
  if (evidence >= bound) return 'harmful';
  return evidence <= -bound ? 'harmless' : null;
}
