/** What became of mails, by their numbers. */
export interface MailCounts {
  sent: number;
  /** Refused by the other server at once. */
  refused: number;
  /** Came back afterwards, for good. */
  hard: number;
  complaints: number;
}
export const REPUTATION_STATES = ['too_few', 'good', 'watch', 'bad'] as const;
export type ReputationState = (typeof REPUTATION_STATES)[number];

/** Fewer mails say nothing: one that comes back would be a large share of them. */
const MIN_MAILS = 50;
/** What Gmail and Yahoo ask of senders: complaints below 0.1 %, and never 0.3 %. */
const COMPLAINTS = { watch: 0.001, bad: 0.003 };
/** Lists that were bought or grew old are known by their dead addresses. */
const LOST = { watch: 0.02, bad: 0.05 };

/** How large mail services are likely to see the sender. */
export function reputationOf({ sent, refused, hard, complaints }: MailCounts): ReputationState {
  const tried = sent + refused;
  if (tried < MIN_MAILS) return 'too_few';
  const complained = complaints / Math.max(1, sent);
  const lost = (refused + hard) / tried;
  if (complained >= COMPLAINTS.bad || lost >= LOST.bad) return 'bad';
  return complained >= COMPLAINTS.watch || lost >= LOST.watch ? 'watch' : 'good';
}
