import type { AuthConfig } from '../../config.ts';
import { deviceCookie } from '../../http/device-cookie.ts';
import { refreshCookie } from '../../http/refresh-cookie.ts';
import type { SessionGrant } from './sessions.ts';

/** What a device is given to keep when somebody signs in on it. */
export interface DeviceKeeps {
  deviceToken: string;
  session: SessionGrant;
}

type PublicUrl = Pick<AuthConfig, 'PALISADE_PUBLIC_URL'>;

export const cookiesAreSecure = ({ PALISADE_PUBLIC_URL }: PublicUrl): boolean =>
  PALISADE_PUBLIC_URL.startsWith('https:');

/** Values of Set-Cookie headers. */
export function cookiesOf({ deviceToken, session }: DeviceKeeps, config: PublicUrl): string[] {
  const secure = cookiesAreSecure(config);
  const { refreshToken, expiresAt } = session;
  return [
    deviceCookie(deviceToken, secure),
    ...(refreshToken === null ? [] : [refreshCookie(refreshToken, expiresAt, secure)]),
  ];
}

/** What all answers with an access token have in common. */
export const grantView = ({ accessToken, expiresIn, expiresAt }: SessionGrant) => ({
  access_token: accessToken,
  token_type: 'bearer' as const,
  expires_in: expiresIn,
  expires_at: expiresAt.toISOString(),
});
