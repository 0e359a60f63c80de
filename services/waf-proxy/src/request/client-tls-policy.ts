import type { SiteSettings } from '@palisade/site-policy/wire';

/** What a site requires of its clients' TLS. */
export interface ClientTlsPolicy {
  readonly lowestVersion: SiteSettings['tls_min_version'];
  readonly ciphers: SiteSettings['tls_ciphers'];
  /** Clients are asked for a certificate. */
  readonly asksCertificate: boolean;
}

/**
 * Every possible policy, so that TLS contexts can be made for all in advance. The first is the default where no site
 * decides.
 */
export const CLIENT_TLS_POLICIES: readonly ClientTlsPolicy[] = [false, true].flatMap((asksCertificate) =>
  (['1.2', '1.3'] as const).flatMap((lowestVersion) =>
    (['standard', 'strong'] as const).map((ciphers) =>
      Object.freeze<ClientTlsPolicy>({ lowestVersion, ciphers, asksCertificate }),
    ),
  ),
);
export const DEFAULT_CLIENT_TLS = CLIENT_TLS_POLICIES[0]!;

/** Returns one of the above, so that sites with the same settings share an object. */
export function clientTlsOf(
  settings: Pick<SiteSettings, 'tls_min_version' | 'tls_ciphers' | 'client_certificates'>,
): ClientTlsPolicy {
  const policy = CLIENT_TLS_POLICIES.find(
    ({ lowestVersion, ciphers, asksCertificate }) =>
      lowestVersion === settings.tls_min_version &&
      ciphers === settings.tls_ciphers &&
      asksCertificate === (settings.client_certificates !== 'off'),
  );
  if (policy === undefined) throw new Error('a TLS policy that nobody ends TLS by passed validation');
  return policy;
}

/**
 * Whether the TLS version is too low for the site. Never true for clear text or behind the operator's own proxies,
 * where it is unknown.
 */
export const isTooOld = ({ lowestVersion }: ClientTlsPolicy, version: string): boolean =>
  version !== '' && version < lowestVersion;

/** Minimum key size by the site's cipher profile, in bits. */
export const MIN_KEY_BITS = { standard: 128, strong: 256 } as const satisfies Record<
  ClientTlsPolicy['ciphers'],
  number
>;

/** Whether the key is too small for the site; 0 bits: unknown, so not. */
export const isTooWeak = ({ ciphers }: ClientTlsPolicy, keyBits: number): boolean =>
  keyBits !== 0 && keyBits < MIN_KEY_BITS[ciphers];

/**
 * QUIC libraries choose TLS 1.3 suites by themselves, so that a site with a narrower choice cannot be served over
 * HTTP/3. Nor can one that asks for client certificates: the HTTP/3 front does not support them.
 */
export const allowsHttp3 = ({ ciphers, asksCertificate }: ClientTlsPolicy): boolean =>
  ciphers === 'standard' && !asksCertificate;
