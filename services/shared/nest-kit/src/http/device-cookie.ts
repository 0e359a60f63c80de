const PLAIN = 'palisade_device';
/**
 * With this prefix browsers take a cookie from this very host over TLS only, for all of its paths: no sub-domain and no
 * page without TLS can put one of its own in front.
 */
const HOST_ONLY = `__Host-${PLAIN}`;
const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/** Where there is TLS the cookie is the host's alone. */
export const deviceCookieName = (secure: boolean): string => (secure ? HOST_ONLY : PLAIN);

/**
 * The device token of a Cookie header; empty if there is none of the right form. The plain name is read where the other
 * is missing: without TLS there is no other, and browsers keep some from before.
 */
export function readDeviceToken(header: string | undefined): string {
  const found = new Map<string, string>();
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === undefined || value === undefined || found.has(name)) continue;
    if ((name === HOST_ONLY || name === PLAIN) && TOKEN.test(value)) found.set(name, value);
  }
  return found.get(HOST_ONLY) ?? found.get(PLAIN) ?? '';
}
