import type { AuthConfig } from '../config/config.ts';
import { deviceCookie } from './device-cookie.ts';
import { refreshCookie } from './refresh-cookie.ts';

type PublicUrl = Pick<AuthConfig, 'PALISADE_PUBLIC_URL'>;

export const cookiesAreSecure = ({ PALISADE_PUBLIC_URL }: PublicUrl): boolean =>
  PALISADE_PUBLIC_URL.startsWith('https:');

/** Values of the Set-Cookie headers of a sign-in; without a refresh token the session has no refresh cookie. */
export function signInCookies(
  deviceToken: string,
  { refreshToken, expiresAt }: { refreshToken: string | null; expiresAt: Date },
  config: PublicUrl,
): string[] {
  const secure = cookiesAreSecure(config);
  return [
    deviceCookie(deviceToken, secure),
    ...(refreshToken === null ? [] : [refreshCookie(refreshToken, expiresAt, secure)]),
  ];
}
