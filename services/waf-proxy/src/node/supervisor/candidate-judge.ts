/** Statistics since a candidate rule set began to judge a share of the sites. */
export interface CandidateSeen {
  candidateInspected: number;
  candidateBlocked: number;
  candidateFailures: number;
  /** Of the current rule set: over the same time, or before if no site uses it any more. */
  presentInspected: number;
  presentBlocked: number;
}

/** Number of engine failures that count as the candidate's fault, rather than a single unusual request's. */
const FAILURES = 3;
/** Minimum requests for comparing rates. */
const ENOUGH = 200;
/** A candidate may block this multiple of the present rate, plus this many percentage points. */
const TIMES = 2;
const MARGIN = 0.02;

/** Why a candidate is rolled back; null: no reason. */
export function judgeCandidate(seen: CandidateSeen): string | null {
  if (seen.candidateFailures >= FAILURES) {
    return `the rule engine failed ${seen.candidateFailures} times on it`;
  }
  if (seen.candidateInspected < ENOUGH || seen.presentInspected < ENOUGH) return null;
  const present = seen.presentBlocked / seen.presentInspected;
  const candidate = seen.candidateBlocked / seen.candidateInspected;
  if (candidate <= present * TIMES + MARGIN) return null;
  return `it blocked ${percent(candidate)} of ${seen.candidateInspected} requests, the present rules ${percent(present)}`;
}

const percent = (share: number) => `${(share * 100).toFixed(1)} %`;
