import type { AcmeChallenge } from '@palisade/edge-state';

/** Far more than orders under way at any time; beyond it the oldest give way. */
const MAX_CHALLENGES = 20_000;

/** Answers to challenges of certificate authorities, in memory: strangers' requests never reach Redis. */
export class AcmeChallengeTable {
  private readonly byToken = new Map<string, AcmeChallenge>();

  learn(challenge: AcmeChallenge): void {
    this.byToken.delete(challenge.token);
    this.byToken.set(challenge.token, challenge);
    const oldest = this.byToken.size > MAX_CHALLENGES ? this.byToken.keys().next().value : undefined;
    if (oldest !== undefined) this.byToken.delete(oldest);
  }

  /** Null: not ours to answer; the site's origin may have a challenge of its own. */
  find(host: string, token: string, nowMs: number): string | null {
    const challenge = this.byToken.get(token);
    if (challenge === undefined || challenge.host !== host) return null;
    if (challenge.untilMs > nowMs) return challenge.keyAuthorization;
    this.byToken.delete(token);
    return null;
  }

  /** What a worker that starts needs. */
  current(nowMs: number): AcmeChallenge[] {
    for (const [token, { untilMs }] of this.byToken) {
      if (untilMs <= nowMs) this.byToken.delete(token);
    }
    return [...this.byToken.values()];
  }
}
