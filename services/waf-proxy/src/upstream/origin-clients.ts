import { createSecureContext, type SecureContext } from 'node:tls';
import { openTlsKeyWithAny } from '@palisade/edge-state';
import { LRUCache } from 'lru-cache';

/** What the edge presents to a site's servers. Frozen. */
export interface OriginClient {
  /** Another certificate, or another site's, has another one. */
  readonly id: string;
  readonly siteId: string;
  readonly certificateChainPem: string;
  /** Opens with the edge's key only. */
  readonly sealedPrivateKey: Uint8Array;
}

/** Sites whose servers are being connected to; each takes some 50 kB. */
const MAX_CONTEXTS = 1_000;

/** TLS contexts by certificate, so that keys are opened once and not per connection. */
export class OriginClients {
  private readonly contexts = new LRUCache<string, SecureContext>({ max: MAX_CONTEXTS });
  private sealKeys: readonly string[];
  private readonly onFault: (client: OriginClient, error: unknown) => void;

  /** @param sealKeys the current key, and former ones while certificates may be encrypted under them */
  constructor(
    sealKeys: readonly string[] = [],
    onFault: (client: OriginClient, error: unknown) => void = ignoreFault,
  ) {
    this.sealKeys = sealKeys;
    this.onFault = onFault;
  }

  useKeys(sealKeys: readonly string[]): void {
    this.sealKeys = sealKeys;
  }

  /** Null: the key cannot be opened here, so that the server gets no certificate, and says what it thinks of that. */
  contextOf(client: OriginClient): SecureContext | null {
    const known = this.contexts.get(client.id);
    if (known !== undefined) return known;
    try {
      const { siteId, sealedPrivateKey, certificateChainPem: cert } = client;
      const key = openTlsKeyWithAny(sealedPrivateKey, siteId, this.sealKeys);
      const context = createSecureContext({ cert, key, minVersion: 'TLSv1.2' });
      this.contexts.set(client.id, context);
      return context;
    } catch (error) {
      this.onFault(client, error);
      return null;
    }
  }
}

function ignoreFault(): void {
  // Whoever wants to know passes a function.
}
