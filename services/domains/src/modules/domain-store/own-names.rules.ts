import { toHostName } from '@palisade/site-policy';
import type { DomainsConfig } from '../../config/config.ts';

export type OwnNameSettings =
  | 'PALISADE_CNAME_TARGET'
  | 'PALISADE_PUBLIC_URL'
  | 'PALISADE_BOUNCE_DOMAIN'
  | 'PALISADE_OWN_NAMES';

/**
 * The installation's own names, which nobody may add, nor names below them: a site named like the dashboard would be
 * served in its place, and one below it could set its cookies. Addresses and single labels (`localhost`) are ignored.
 */
export function ownNames(config: Pick<DomainsConfig, OwnNameSettings>): string[] {
  const configured = [
    config.PALISADE_PUBLIC_URL && new URL(config.PALISADE_PUBLIC_URL).hostname,
    config.PALISADE_BOUNCE_DOMAIN,
  ];
  const names = configured.map((name) => (name ? toHostName(name) : null)).filter((name) => name !== null);
  return [...new Set([config.PALISADE_CNAME_TARGET, ...names, ...config.PALISADE_OWN_NAMES])];
}
