import { readCookie, writeCookie } from './cookies.ts';

const PLAIN = 'palisade_refresh';
/** Browsers accept cookies with this prefix over TLS only. */
const OVER_TLS = `__Secure-${PLAIN}`;
const nameOf = (secure: boolean): string => (secure ? OVER_TLS : PLAIN);
/** The only route that needs the cookie, so no other call carries it. */
const PATH = '/api/auth/renew';
/** A signed token of three parts, as `SessionTokensService` makes them. */
const TOKEN = /^(?=.{1,1024}$)[\w-]+\.[\w-]+\.[\w-]+$/;

/** The refresh token of a Cookie header; empty if there is none of the right form. */
export const readRefreshCookie = (header: string | undefined): string =>
  readCookie(header, OVER_TLS, TOKEN) || readCookie(header, PLAIN, TOKEN);

/** Value of a Set-Cookie header; lasts as long as the session. */
export const refreshCookie = (token: string, expiresAt: Date, secure: boolean): string =>
  writeCookie(nameOf(secure), token, {
    path: PATH,
    maxAge: Math.max(0, Math.floor((expiresAt.getTime() - Date.now()) / 1000)),
    secure,
  });

/** Deletes the cookie in a browser whose session has ended. */
export const noRefreshCookie = (secure: boolean): string =>
  writeCookie(nameOf(secure), '', { path: PATH, maxAge: 0, secure });
