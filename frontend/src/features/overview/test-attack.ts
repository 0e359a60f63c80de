/** Blocked at every sensitivity, and harmless where it is not. */
export const TEST_ATTACK = "?q=' OR 1=1--";

/**
 * Address of a protected site with an attack in it.
 *
 * @param secure the site has a certificate
 * @returns `null` for a name of this machine: nobody here knows at which port it is served
 */
export function testAttackOn(host: string, secure: boolean): string | null {
  if (host.endsWith('.localhost')) return null;
  return new URL(TEST_ATTACK, `${secure ? 'https' : 'http'}://${host}/`).href;
}
