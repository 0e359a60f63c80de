import { HOUR_MS } from '@palisade/basics';

const LIFETIME_MS = { short: 24 * HOUR_MS, remembered: 30 * 24 * HOUR_MS } as const;

/** Facts of a sign-in that determine its session. */
export interface SignInFacts {
  /** Browsers keep cookies and renew; programs do not, and use API keys for anything longer than one access token. */
  keepsCookies: boolean;
  /** The owner asked to be remembered on this device. */
  remember: boolean;
  /** Lifetime of an access token. */
  accessTokenSeconds: number;
}

/** When a session ends, however often it is renewed. In whole seconds, as in tokens. */
export function sessionExpiry(now: Date, { keepsCookies, remember, accessTokenSeconds }: SignInFacts): Date {
  const lifetime = remember ? LIFETIME_MS.remembered : LIFETIME_MS.short;
  const lasts = keepsCookies ? lifetime : accessTokenSeconds * 1000;
  return new Date(Math.floor((now.getTime() + lasts) / 1000) * 1000);
}
