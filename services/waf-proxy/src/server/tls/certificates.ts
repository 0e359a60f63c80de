import { createSecureContext, type SecureContext } from 'node:tls';
import { openTlsKeyWithAny } from '@palisade/edge-state';
import { LRUCache } from 'lru-cache';
import {
  CLIENT_TLS_POLICIES,
  type ClientTlsPolicy,
  DEFAULT_CLIENT_TLS,
} from '../../request/client-tls-policy.ts';
import { contextOptions } from './ciphers.ts';
import type { PemPair } from './self-signed.ts';

/** Contexts kept ready; one costs some tens of kilobytes, and a site that nobody visits needs none. */
const MAX_CONTEXTS = 2_000;

/** A site as far as its certificate goes. */
export interface CertifiedSite {
  readonly siteId: string;
  readonly version: bigint;
  readonly clientTls: ClientTlsPolicy;
  /** Authorities for clients' certificates; null: none are requested. */
  readonly clientCertificates: { readonly authorities: readonly string[] } | null;
  readonly tls: { readonly certificateChainPem: string; readonly sealedPrivateKey: Uint8Array } | null;
}

/** Finds a site by a name in lower case. */
export interface SitesByName {
  find(name: string): CertifiedSite | undefined;
}

/** Finds the certificate for the name in a handshake. A new site document is a new context: the swap needs no reload. */
export class Certificates {
  private readonly sites: SitesByName;
  private readonly sealKeys: readonly string[];
  private readonly fallbacks: ReadonlyMap<ClientTlsPolicy, SecureContext>;
  private readonly fallbackPems: PemPair | null;
  private readonly contexts = new LRUCache<string, SecureContext>({ max: MAX_CONTEXTS });
  private readonly onFault: (site: CertifiedSite, error: unknown) => void;

  /**
   * @param sealKeys the current key, and former ones while certificates may be encrypted under them; none: nothing can
   * be decrypted
   * @param fallback for names without a certificate of their own; only the standalone profile has one
   */
  constructor(
    sites: SitesByName,
    sealKeys: readonly string[],
    fallback: PemPair | null,
    onFault: (site: CertifiedSite, error: unknown) => void,
  ) {
    this.sites = sites;
    this.sealKeys = sealKeys;
    this.fallbackPems = fallback;
    this.fallbacks = new Map(
      fallback === null
        ? []
        : CLIENT_TLS_POLICIES.filter(({ asksCertificate }) => !asksCertificate).map((policy) => [
            policy,
            createSecureContext({ ...fallback, ...contextOptions(policy) }),
          ]),
    );
    this.onFault = onFault;
  }

  /**
   * Null: the handshake is refused; no customer's certificate is shown to a stranger's name.
   *
   * @param clientTls by which this handshake has been begun; one that the site of this name does not ask for is refused
   */
  find(serverName: string, clientTls: ClientTlsPolicy): SecureContext | null {
    const site = this.sites.find(serverName.toLowerCase());
    if ((site?.clientTls ?? DEFAULT_CLIENT_TLS) !== clientTls) return null;
    const fallback = this.fallbacks.get(clientTls) ?? null;
    if (site === undefined) return fallback;
    const hasOwn = site.tls !== null && this.sealKeys.length > 0;
    // Whom a site takes is its own affair, also where its certificate is everybody's.
    if (!hasOwn && (site.clientCertificates === null || this.fallbackPems === null)) return fallback;
    const key = idOf(site);
    const known = this.contexts.get(key);
    if (known !== undefined) return known;
    try {
      const context = createSecureContext({
        ...(hasOwn ? this.pairOf(site.siteId, site.tls!) : this.fallbackPems),
        ...contextOptions(clientTls),
        ...authoritiesOf(site),
      });
      this.contexts.set(key, context);
      return context;
    } catch (error) {
      this.onFault(site, error);
      return fallback;
    }
  }

  private pairOf(siteId: string, tls: NonNullable<CertifiedSite['tls']>): PemPair {
    return {
      cert: tls.certificateChainPem,
      key: openTlsKeyWithAny(tls.sealedPrivateKey, siteId, this.sealKeys),
    };
  }

  /** The same for who ends TLS in our place on this machine; null: the handshake is refused. */
  material(serverName: string): { id: string; chain: string; key: string } | null {
    const site = this.sites.find(serverName.toLowerCase());
    if (site === undefined || site.tls === null || this.sealKeys.length === 0) return this.fallbackMaterial();
    try {
      const key = openTlsKeyWithAny(site.tls.sealedPrivateKey, site.siteId, this.sealKeys);
      return { id: idOf(site), chain: site.tls.certificateChainPem, key };
    } catch (error) {
      this.onFault(site, error);
      return this.fallbackMaterial();
    }
  }

  private fallbackMaterial() {
    const pems = this.fallbackPems;
    return pems === null ? null : { id: 'fallback', chain: pems.cert, key: pems.key };
  }
}

/**
 * The owner's authorities only, and none of a library: an intermediate one vouches for its own certificates, and not
 * for its siblings'.
 */
const authoritiesOf = ({ clientCertificates }: CertifiedSite) =>
  clientCertificates === null
    ? {}
    : { ca: [...clientCertificates.authorities], allowPartialTrustChain: true };

/** Another document is another certificate. */
const idOf = ({ siteId, version }: CertifiedSite): string => `${siteId}@${version}`;
