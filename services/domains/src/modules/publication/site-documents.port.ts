import type { edgeV1 } from '@palisade/contracts';
import type { DomainId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

/** A site's content for the edge; its version is set at publication. */
export interface SiteDocument {
  document: edgeV1.SiteConfig;
  /** When something in it expires; null: it stays right until somebody changes something. */
  expiresAt: Date | null;
}

/** Builds a site's signed document. Publication itself only versions, stores and signs it. */
export abstract class SiteDocuments {
  /** Locks the site until the transaction ends. False if it no longer exists. */
  abstract lock(manager: EntityManager, siteId: DomainId): Promise<boolean>;

  /** As the transaction sees it; null for a site that is not served. The caller holds the site. */
  abstract build(manager: EntityManager, siteId: DomainId, nowMs: number): Promise<SiteDocument | null>;
}
