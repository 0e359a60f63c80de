/** How long a refresh token is accepted after its successor was made: other tabs, answers under way. Milliseconds. */
export const RENEWAL_GRACE_MS = 20_000;

/** What a session's row says about its refresh tokens. They count up: each names the session and its generation. */
export interface Rotation {
  /** Of the newest token that was made. */
  generation: number;
  /** Whether the newest token has certainly arrived: it was shown, or an access token that came with it. */
  confirmed: boolean;
  /** When it was made. */
  rotatedAt: Date;
}

/**
 * - `rotate`: a new refresh token takes the place of this one.
 * - `repeat`: the newest one is handed out (again).
 * - `reused`: two parties hold tokens of one session, so one of them stole them.
 */
export type RenewalDecision = 'rotate' | 'repeat' | 'reused';

/**
 * What becomes of a renewal.
 *
 * A token that is not the newest is innocent if it comes within the grace, or if nothing has shown yet that its
 * successor arrived: an answer that was lost on the way must not cost the session, however long ago. Within the grace
 * nothing is rotated again, so whatever was the newest token less than a grace ago is either the newest or the last.
 *
 * @param presented the generation of a token whose signature is good
 */
export function decideRenewal(
  { generation, confirmed, rotatedAt }: Rotation,
  presented: number,
  now: Date,
  graceMs: number,
): RenewalDecision {
  const inGrace = now.getTime() - rotatedAt.getTime() < graceMs;
  // Newer than the row: genuine all the same, and the database has been restored from a copy.
  if (presented > generation) return 'rotate';
  if (presented === generation) return inGrace ? 'repeat' : 'rotate';
  if (presented === generation - 1 && (inGrace || !confirmed)) return 'repeat';
  return 'reused';
}
