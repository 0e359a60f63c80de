import type { AcmeChallenge } from '@palisade/edge-state';

/** Far more than there are orders at any time; beyond it the oldest are dropped. */
const MAX_CHALLENGES = 20_000;

/** Challenge responses for certificate authorities, in memory: visitors' requests must never reach Redis. */
export class AcmeChallengeTable {
  private readonly byToken = new Map<string, AcmeChallenge>();

  learn(challenge: AcmeChallenge): void {
    this.byToken.delete(challenge.token);
    this.byToken.set(challenge.token, challenge);
    const oldest = this.byToken.size > MAX_CHALLENGES ? this.byToken.keys().next().value : undefined;
    if (oldest !== undefined) this.byToken.delete(oldest);
  }

  /** Null: not our challenge; the site's origin may have one of its own. */
  find(host: string, token: string, nowMs: number): string | null {
    const challenge = this.byToken.get(token);
    if (challenge === undefined || challenge.host !== host) return null;
    if (challenge.untilMs > nowMs) return challenge.keyAuthorization;
    this.byToken.delete(token);
    return null;
  }

  /** The contents, for a worker that starts. */
  current(nowMs: number): AcmeChallenge[] {
    for (const [token, { untilMs }] of this.byToken) {
      if (untilMs <= nowMs) this.byToken.delete(token);
    }
    return [...this.byToken.values()];
  }
}
