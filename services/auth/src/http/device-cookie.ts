import { deviceCookieName } from '@palisade/nest-kit';
import { writeCookie } from './cookies.ts';

const LIFETIME_SECONDS = 180 * 24 * 3600;

/**
 * Value of a Set-Cookie header. The cookie grants no access: it tells the owner's device from a guesser's, so that the
 * owner is not slowed down by somebody else's wrong passwords, and it binds a session's tokens to the device.
 */
export const deviceCookie = (token: string, secure: boolean): string =>
  writeCookie(deviceCookieName(secure), token, {
    // The `__Host-` prefix requires this path; without TLS the pages need not receive the cookie.
    path: secure ? '/' : '/api',
    maxAge: LIFETIME_SECONDS,
    secure,
  });
