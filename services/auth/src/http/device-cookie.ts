import { deviceCookieName } from '@palisade/nest-kit';
import { writeCookie } from './cookies.ts';

const LIFETIME_SECONDS = 180 * 24 * 3600;

/**
 * Value of a Set-Cookie header. The cookie opens nothing by itself: it tells the owner's device from a stranger's when
 * somebody guesses, so that the owner is not slowed down with them, and when somebody shows a session's tokens.
 */
export const deviceCookie = (token: string, secure: boolean): string =>
  writeCookie(deviceCookieName(secure), token, {
    // The prefix of the name demands it; without TLS the pages need not see it.
    path: secure ? '/' : '/api',
    maxAge: LIFETIME_SECONDS,
    secure,
  });
