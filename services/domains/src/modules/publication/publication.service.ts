import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { edgeV1 } from '@palisade/contracts';
import { EdgeStateError, MAX_SITE_CONFIG_BYTES, validateSiteConfig } from '@palisade/edge-state';
import { currentTraceparent, DomainError, type DomainId } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { ClockService } from '../clock/clock.service.ts';
import { SiteDocuments } from './site-documents.port.ts';

/** Space that a policy change must leave free: certificates and names are added automatically, and must fit. */
const RESERVED_BYTES = 64 * 1024;

/**
 * Writes what the edge shall have, in the transaction of the change that causes it:
 *
 *   change ─┬─ domains, waf_config_versions, …
 *           └─ publications: version + 1, the whole document ──(commit)──▶ ConfigPublisher ──▶ Redis ──▶ edges
 *
 * So a crash after the commit loses nothing, versions rise in the order of the commits (the row is locked), and
 * publishing again sends the same bytes.
 */
@Injectable()
export class PublicationService {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    private readonly documents: SiteDocuments,
    private readonly clock: ClockService,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_CONFIG_SIGNING_KEY_ID'>,
  ) {}

  /**
   * A new version of a served site; nothing for one that is not served. The caller holds the site.
   * @throws DomainError `configuration_refused` if the edge could not serve it
   */
  async publish(manager: EntityManager, siteId: DomainId): Promise<void> {
    await this.publishWith(manager, siteId, refuseUnservable);
  }

  /**
   * As `publish`, for what somebody changes of a policy: that is refused while they are there, and not where nobody could do
   * anything about it.
   * @throws DomainError also `configuration_too_large`
   */
  async publishChange(manager: EntityManager, siteId: DomainId): Promise<void> {
    await this.publishWith(manager, siteId, (document) => {
      refuseUnservable(document);
      refuseOversize(document);
    });
  }

  private async publishWith(
    manager: EntityManager,
    siteId: DomainId,
    check: (document: edgeV1.SiteConfig) => void,
  ): Promise<void> {
    const built = await this.documents.build(manager, siteId, this.clock.now());
    if (built === null) return;
    const { document, expiresAt } = built;
    document.version = await this.nextVersion(manager, siteId);
    check(document);
    await this.write(manager, document, expiresAt);
  }

  /** Whether something in what is out has expired. The caller holds the domain's row. */
  async isDue(manager: EntityManager, siteId: DomainId): Promise<boolean> {
    const due: unknown[] = await manager.query(
      'SELECT 1 FROM publications WHERE site_id = $1 AND next_expiry_at <= $2',
      [siteId, new Date(this.clock.now())],
    );
    return due.length > 0;
  }

  /** Whether the edges have been given the newest version. */
  async isOut(siteId: DomainId): Promise<boolean> {
    const [row]: { published: boolean }[] = await this.dataSource.query(
      'SELECT published_version = version AS published FROM publications WHERE site_id = $1',
      [siteId],
    );
    return row?.published === true;
  }

  /** The site was removed. Does nothing for one that was never served. */
  async withdraw(manager: EntityManager, siteId: DomainId): Promise<void> {
    const [known]: unknown[] = await manager.query('SELECT 1 FROM publications WHERE site_id = $1', [siteId]);
    if (known === undefined) return;
    const version = await this.nextVersion(manager, siteId);
    const tombstone = { siteId, version, issuedAtMs: BigInt(this.clock.now()), removed: true };
    await this.write(manager, create(edgeV1.SiteConfigSchema, tombstone), null);
  }

  /** The same content as a version above `floor`: after the database went back in time, or for a new signing key. */
  async reissue(manager: EntityManager, siteId: string, floor: bigint): Promise<void> {
    const [row]: { version: string; document: Buffer; next_expiry_at: Date | null }[] = await manager.query(
      'SELECT version, document, next_expiry_at FROM publications WHERE site_id = $1 FOR UPDATE',
      [siteId],
    );
    if (row === undefined) return;
    const document = fromBinary(edgeV1.SiteConfigSchema, row.document);
    // The row's is above the document's where the database was restored.
    const known = BigInt(row.version);
    document.version = (known > floor ? known : floor) + 1n;
    document.issuedAtMs = BigInt(this.clock.now());
    await this.write(manager, document, row.next_expiry_at);
  }

  private async nextVersion(manager: EntityManager, siteId: string): Promise<bigint> {
    await manager.query(
      `INSERT INTO publications (site_id, version, document, key_id) VALUES ($1, 0, '', '') ON CONFLICT DO NOTHING`,
      [siteId],
    );
    const [row]: { version: string }[] = await manager.query(
      'SELECT version FROM publications WHERE site_id = $1 FOR UPDATE',
      [siteId],
    );
    return BigInt(row?.version ?? 0) + 1n;
  }

  /** @param expiresAt when something in the document expires; null: it stays right until somebody changes something */
  private async write(
    manager: EntityManager,
    document: edgeV1.SiteConfig,
    expiresAt: Date | null,
  ): Promise<void> {
    await manager.query(
      `UPDATE publications SET version = $2, document = $3, removed = $4, key_id = $5, next_expiry_at = $6, traceparent = $7,
         changed_at = now(), last_error = NULL WHERE site_id = $1`,
      [
        document.siteId,
        document.version.toString(),
        Buffer.from(toBinary(edgeV1.SiteConfigSchema, document)),
        document.removed,
        this.config.PALISADE_CONFIG_SIGNING_KEY_ID,
        expiresAt,
        currentTraceparent() ?? null,
      ],
    );
  }
}

/** A document that the edge would refuse must not be committed. */
function refuseUnservable(document: edgeV1.SiteConfig): void {
  try {
    validateSiteConfig(document);
  } catch (error) {
    if (!(error instanceof EdgeStateError)) throw error;
    throw new DomainError(
      'unprocessable',
      'configuration_refused',
      `This configuration cannot be served: ${error.detail}`,
      { cause: error },
    );
  }
}

function refuseOversize(document: edgeV1.SiteConfig): void {
  const most = MAX_SITE_CONFIG_BYTES - RESERVED_BYTES;
  const bytes = toBinary(edgeV1.SiteConfigSchema, document).length;
  if (bytes <= most) return;
  throw new DomainError(
    'unprocessable',
    'configuration_too_large',
    `This configuration takes ${bytes.toLocaleString('en')} bytes, and edges take ${most.toLocaleString('en')} at most. Please shorten or remove custom rules, pages, header rules or lists of addresses.`,
  );
}
