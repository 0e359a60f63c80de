/**
 * Alternatives, as multiples of the share under the active policy, each with the same weight. Small increases are
 * detected late, and large ones at once.
 */
const RISKS = [1.5, 2, 3, 5, 10, 30] as const;

/**
 * How much more often the candidate does something to visitors than chance would explain, as a natural logarithm. Visitors are given
 * to the candidate by a hash, with a known chance; so if both policies do it alike, each visitor that it happens to is the candidate's
 * with just that chance. This is the likelihood ratio of Wald's sequential test (1945) against that, averaged over alternatives.
 * Such an average is a martingale with mean 1 where both are alike, and falls on average where the candidate does it less: by Ville's
 * inequality it ever reaches 1/α with a probability of α at most, however often one looks.
 *
 * @param share of visitors whom the candidate judges, 0–1
 * @param candidate visitors that it happened to under the candidate
 * @param live and under the policy in force
 */
export function evidenceOfMore(share: number, candidate: number, live: number): number {
  const ratios = RISKS.map((risk) => {
    const chance = (share * risk) / (share * risk + 1 - share);
    return candidate * Math.log(chance / share) + live * Math.log((1 - chance) / (1 - share));
  });
  const largest = Math.max(...ratios);
  const sum = ratios.reduce((total, ratio) => total + Math.exp(ratio - largest), 0);
  return largest + Math.log(sum / RISKS.length);
}
