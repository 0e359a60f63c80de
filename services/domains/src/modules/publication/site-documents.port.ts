import type { edgeV1 } from '@palisade/contracts';
import type { DomainId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

/** What the edge needs to serve a site; its version is set when it is published. */
export interface SiteDocument {
  document: edgeV1.SiteConfig;
  /** When something in it expires; null: it stays right until somebody changes something. */
  expiresAt: Date | null;
}

/** Who knows what goes into a site's signed document. Publication itself only versions, stores and signs it. */
export abstract class SiteDocuments {
  /** Holds the site until the transaction ends. False if it is gone. */
  abstract lock(manager: EntityManager, siteId: DomainId): Promise<boolean>;

  /** As the transaction sees it; null for a site that is not served. The caller holds the site. */
  abstract build(manager: EntityManager, siteId: DomainId, nowMs: number): Promise<SiteDocument | null>;
}
