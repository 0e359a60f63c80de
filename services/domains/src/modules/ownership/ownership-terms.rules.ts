import { DAY_MS, HOUR_MS } from '@palisade/basics';

/** How long people have, and how often is looked. Screens and mails name the dates that follow from these. */
export const OWNERSHIP_TERMS = {
  /**
   * A claim without a proof for this long gets a new token at its next try: records outlive their authors, and a
   * domain's next owner must not prove it for a former one.
   */
  tokenMs: 90 * DAY_MS,
  /** Failed looks closer together than this are one. */
  countEveryMs: 20 * HOUR_MS,
  /** Failed looks before the owner hears of it. */
  failuresBeforeWarning: 3,
  /** From the warning until a domain is released. */
  graceMs: 14 * DAY_MS,
  /** Failed looks that a release needs besides the time: a service that stood still has not looked. */
  failuresBeforeRelease: 10,
  /** So long before the end of a grace period or a contest its owner is reminded. */
  reminderMs: 3 * DAY_MS,
  /** How long the present holder has to show that a contested domain is theirs. */
  contestMs: 7 * DAY_MS,
  /** How long a parent's owner has to answer; afterwards a TXT record alone decides. */
  consentMs: 14 * DAY_MS,
  /** After a refusal or a contest that the holder won, the same claimant may ask again only then. */
  askAgainMs: 30 * DAY_MS,
  /** DNS failures at the end of a contest prolong it, at most by this. */
  longestWaitMs: 30 * DAY_MS,
  contestCheckIntervalMs: HOUR_MS,
  /** More domains than this that begin to fail within a day are a fault of ours, not of their owners. */
  usualLapsesPerDay: { atLeast: 20, share: 0.1 },
} as const;
