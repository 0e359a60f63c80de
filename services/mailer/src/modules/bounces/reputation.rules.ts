/** Outcomes of mails, as counts. */
export interface MailCounts {
  sent: number;
  /** Rejected by the other server at once. */
  refused: number;
  /** Bounced permanently after being accepted. */
  hard: number;
  complaints: number;
}
export const REPUTATION_STATES = ['too_few', 'good', 'watch', 'bad'] as const;
export type ReputationState = (typeof REPUTATION_STATES)[number];

/** Fewer mails give no judgement: a single bounce would be a large share of them. */
const MIN_MAILS = 50;
/** What Gmail and Yahoo require of senders: complaints below 0.1 %, and never 0.3 %. */
const COMPLAINTS = { watch: 0.001, bad: 0.003 };
/** A high share of dead addresses is the mark of bought or outdated lists. */
const LOST = { watch: 0.02, bad: 0.05 };

/** How mail services are likely to judge the sender. */
export function reputationOf({ sent, refused, hard, complaints }: MailCounts): ReputationState {
  const tried = sent + refused;
  if (tried < MIN_MAILS) return 'too_few';
  const complained = complaints / Math.max(1, sent);
  const lost = (refused + hard) / tried;
  if (complained >= COMPLAINTS.bad || lost >= LOST.bad) return 'bad';
  return complained >= COMPLAINTS.watch || lost >= LOST.watch ? 'watch' : 'good';
}
