/** How long a refresh token is accepted after it was replaced, for other tabs and responses in flight. Milliseconds. */
export const RENEWAL_GRACE_MS = 20_000;

/**
 * The state of a session's refresh tokens in its row. Generations count up; each token names its session and
 * generation.
 */
export interface Rotation {
  /** Generation of the newest token. */
  generation: number;
  /** Whether the newest token has certainly arrived: it was presented, or an access token issued with it was. */
  confirmed: boolean;
  /** When the newest token was issued. */
  rotatedAt: Date;
}

/**
 * - `rotate`: a new refresh token replaces this one.
 * - `repeat`: the newest one is handed out (again).
 * - `reused`: two parties hold tokens of one session, so one of them stole theirs.
 */
export type RenewalDecision = 'rotate' | 'repeat' | 'reused';

/**
 * Decides the outcome of a renewal.
 *
 * A token that is not the newest is innocent within the grace period, or while nothing has shown that its successor
 * arrived: a response that was lost must not cost the session, however long ago. Within the grace period nothing is
 * rotated again, so whatever was the newest token less than that ago is either the newest or the last one.
 *
 * @param presented the generation of a token whose signature is valid
 */
export function decideRenewal(
  { generation, confirmed, rotatedAt }: Rotation,
  presented: number,
  now: Date,
  graceMs: number,
): RenewalDecision {
  const inGrace = now.getTime() - rotatedAt.getTime() < graceMs;
  // Newer than the row although genuine: the database has been restored from a backup.
  if (presented > generation) return 'rotate';
  if (presented === generation) return inGrace ? 'repeat' : 'rotate';
  if (presented === generation - 1 && (inGrace || !confirmed)) return 'repeat';
  return 'reused';
}
