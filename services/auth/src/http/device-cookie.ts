import { deviceCookieName } from '@palisade/nest-kit';

const LIFETIME_SECONDS = 180 * 24 * 3600;

/**
 * Value of a Set-Cookie header. The cookie opens nothing: it only tells the owner's device from a stranger's when
 * somebody guesses, so that the owner is not slowed down with them.
 */
export function deviceCookie(token: string, secure: boolean): string {
  return [
    `${deviceCookieName(secure)}=${token}`,
    // The prefix of the name demands it; without TLS the pages need not see it.
    secure ? 'Path=/' : 'Path=/api',
    `Max-Age=${LIFETIME_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}
