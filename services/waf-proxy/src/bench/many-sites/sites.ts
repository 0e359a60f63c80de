import type { edgeV1 } from '@palisade/contracts';
import { sampleSite } from '@palisade/edge-state';

const ADDRESSES_A_SITE = 20;

export const siteIdOf = (index: number) => `site-${index}`;
export const hostOf = (index: number) => `site-${index}.example`;

/**
 * A site as owners have them: two names, lists of addresses, some countries, a limit, every third with the cache on.
 *
 * @param refusesUs the addresses of this machine are on its block list.
 */
export function siteOf(
  index: number,
  version: bigint,
  originPort: number,
  refusesUs: boolean,
): edgeV1.SiteConfig {
  const site = sampleSite({
    siteId: siteIdOf(index),
    ownerId: `owner-${index % 1_000}`,
    version,
    issuedAtMs: BigInt(Date.now()),
    hosts: [hostOf(index), `www.${hostOf(index)}`],
    origin: { host: '127.0.0.1', port: originPort, useTls: false, timeoutMs: 30_000 },
  });
  const policy = site.policy!;
  policy.allowedIps = addresses(index, 198);
  policy.blockedIps = [...addresses(index, 203), ...(refusesUs ? ['127.0.0.0/8'] : [])];
  policy.geoBlocking = true;
  policy.blockedCountries = ['KP', 'AQ'];
  policy.rateLimiting = true;
  policy.rateLimitRequests = 100_000;
  policy.caching = index % 3 === 0;
  return site;
}

function addresses(index: number, first: number): string[] {
  return Array.from(
    { length: ADDRESSES_A_SITE },
    (_, at) => `${first}.${(index >> 8) & 255}.${index & 255}.${at}`,
  );
}
