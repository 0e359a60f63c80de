import type { SiteSettings } from '@palisade/site-policy/wire';

/** What a site asks of its clients' handshakes. */
export interface ClientTlsPolicy {
  readonly lowestVersion: SiteSettings['tls_min_version'];
  readonly ciphers: SiteSettings['tls_ciphers'];
  /** Clients are asked for a certificate of their own. */
  readonly asksCertificate: boolean;
}

/** All that there are, so that each can have who ends TLS by it. The first one is what holds where no site says otherwise. */
export const CLIENT_TLS_POLICIES: readonly ClientTlsPolicy[] = [false, true].flatMap((asksCertificate) =>
  (['1.2', '1.3'] as const).flatMap((lowestVersion) =>
    (['standard', 'strong'] as const).map((ciphers) =>
      Object.freeze<ClientTlsPolicy>({ lowestVersion, ciphers, asksCertificate }),
    ),
  ),
);
export const DEFAULT_CLIENT_TLS = CLIENT_TLS_POLICIES[0]!;

/** One of the above, so that sites with the same wish have the same object. */
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

/** Whether a connection is too old for the site that it asks for. In clear, or behind the operator's own proxies, nobody can say. */
export const isTooOld = ({ lowestVersion }: ClientTlsPolicy, version: string): boolean =>
  version !== '' && version < lowestVersion;

/** What a site's profile asks of the key that a connection has agreed on. */
export const MIN_KEY_BITS = { standard: 128, strong: 256 } as const satisfies Record<
  ClientTlsPolicy['ciphers'],
  number
>;

/** The same of its key; 0: nobody can say. */
export const isTooWeak = ({ ciphers }: ClientTlsPolicy, keyBits: number): boolean =>
  keyBits !== 0 && keyBits < MIN_KEY_BITS[ciphers];

/**
 * QUIC's libraries choose TLS 1.3's suites by themselves: a site that narrows them down cannot be served over it. Nor can one that asks
 * for certificates: its front does not.
 */
export const allowsHttp3 = ({ ciphers, asksCertificate }: ClientTlsPolicy): boolean =>
  ciphers === 'standard' && !asksCertificate;
