import type { RequestContext } from './request-context.ts';

const NAME = '__palisade_origin';
/** The token between its name and the next semicolon, wherever in the header the cookie stands. */
const IN_COOKIE = new RegExp(`(?:^|; ?)${NAME}=([A-Za-z0-9_-]{12})(?:;|$)`);

/** The token of the origin that this visitor was sent to before; '' if none. */
export function stickyToken(rawHeaders: readonly string[]): string {
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]!;
    if (name.length !== 6 || name.toLowerCase() !== 'cookie') continue;
    const found = IN_COOKIE.exec(rawHeaders[index + 1]!);
    if (found !== null) return found[1]!;
  }
  return '';
}

/** A session cookie. It names an origin, not a visitor; forging another value gains nothing. */
export function stickyCookie(context: RequestContext, token: string): string {
  const secure = context.connection.secure ? '; Secure' : '';
  return `${NAME}=${token}; Path=/; HttpOnly; SameSite=Lax${secure}`;
}
