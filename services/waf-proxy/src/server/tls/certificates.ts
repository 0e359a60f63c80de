import { createSecureContext, type SecureContext } from 'node:tls';
import { openTlsKey } from '@palisade/edge-state';
import { LRUCache } from 'lru-cache';
import type { PemPair } from './self-signed.ts';

/** Contexts kept ready; one costs some tens of kilobytes, and a site that nobody visits needs none. */
const MAX_CONTEXTS = 2_000;

/** TLS 1.2 with forward secrecy and AEAD only; TLS 1.3's own suites are all of this kind. */
export const CIPHERS = [
  'ECDHE-ECDSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-ECDSA-AES256-GCM-SHA384',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-ECDSA-CHACHA20-POLY1305',
  'ECDHE-RSA-CHACHA20-POLY1305',
  'TLS_AES_128_GCM_SHA256',
  'TLS_AES_256_GCM_SHA384',
  'TLS_CHACHA20_POLY1305_SHA256',
].join(':');

/** A site as far as its certificate goes. */
export interface CertifiedSite {
  readonly siteId: string;
  readonly version: bigint;
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
  private readonly fallback: SecureContext | null;
  private readonly fallbackPems: PemPair | null;
  private readonly contexts = new LRUCache<string, SecureContext>({ max: MAX_CONTEXTS });
  private readonly onFault: (site: CertifiedSite, error: unknown) => void;

  /**
   * @param sealKeys the present one, and those before while certificates may be sealed with them; none: nothing opens
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
    this.fallback = fallback === null ? null : createSecureContext(fallback);
    this.onFault = onFault;
  }

  /** Null: the handshake is refused; no customer's certificate is shown to a stranger's name. */
  find(serverName: string): SecureContext | null {
    const site = this.sites.find(serverName.toLowerCase());
    if (site === undefined || site.tls === null || this.sealKeys.length === 0) return this.fallback;
    const key = idOf(site);
    const known = this.contexts.get(key);
    if (known !== undefined) return known;
    try {
      const context = createSecureContext({
        cert: site.tls.certificateChainPem,
        key: this.open(site.tls.sealedPrivateKey, site.siteId),
        minVersion: 'TLSv1.2',
        ciphers: CIPHERS,
      });
      this.contexts.set(key, context);
      return context;
    } catch (error) {
      this.onFault(site, error);
      return this.fallback;
    }
  }

  /** The same for who ends TLS in our place on this machine; null: the handshake is refused. */
  material(serverName: string): { id: string; chain: string; key: string } | null {
    const site = this.sites.find(serverName.toLowerCase());
    if (site === undefined || site.tls === null || this.sealKeys.length === 0) return this.fallbackMaterial();
    try {
      const key = this.open(site.tls.sealedPrivateKey, site.siteId);
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

  private open(sealed: Uint8Array, siteId: string): string {
    let refusal: unknown;
    for (const key of this.sealKeys) {
      try {
        return openTlsKey(sealed, siteId, key);
      } catch (error) {
        refusal ??= error;
      }
    }
    throw refusal;
  }
}

/** Another document is another certificate. */
const idOf = ({ siteId, version }: CertifiedSite): string => `${siteId}@${version}`;
