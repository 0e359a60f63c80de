/** What was seen since a candidate rule set began to judge a share of the sites. */
export interface CandidateSeen {
  candidateInspected: number;
  candidateBlocked: number;
  candidateFailures: number;
  /** By the present rule set: in the same time, or before where no site is left to it. */
  presentInspected: number;
  presentBlocked: number;
}

/** The engine failing on one odd request is not the rules' fault; more often is. */
const FAILURES = 3;
/** Fewer requests say nothing about a share. */
const ENOUGH = 200;
/** A candidate may block so many times the present share, and so much more besides. */
const TIMES = 2;
const MARGIN = 0.02;

/** Why a candidate has to go; null: nothing speaks against it. */
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
