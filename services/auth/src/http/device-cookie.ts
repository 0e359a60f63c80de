const NAME = 'palisade_device';
const LIFETIME_SECONDS = 180 * 24 * 3600;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** The device token of a Cookie header; empty if there is none of the right form. */
export function readDeviceCookie(header: string | undefined): string {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === NAME && value !== undefined && TOKEN.test(value)) {
      return value;
    }
  }
  return '';
}

/**
 * Value of a Set-Cookie header. The cookie opens nothing: it only tells the owner's device from a stranger's when
 * somebody guesses, so that the owner is not slowed down with them.
 */
export function deviceCookie(token: string, secure: boolean): string {
  return [
    `${NAME}=${token}`,
    'Path=/api',
    `Max-Age=${LIFETIME_SECONDS}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ');
}
