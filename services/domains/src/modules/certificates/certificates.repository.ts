import { Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { type DomainId, queryRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { Certificate, type CertificateSource } from './certificate.entity.ts';
import type { LeafDetails } from './leaf-details.rules.ts';

const DUE_AT_ONCE = 100;

const NEWLY_POINTING = `
  SELECT r.domain_id, r.host FROM dns_records r
  JOIN site_hosts h ON h.host = r.host AND h.domain_id = r.domain_id
  LEFT JOIN certificates c ON c.domain_id = r.domain_id AND c.source = 'automatic'
  LEFT JOIN certificates u ON u.domain_id = r.domain_id AND u.source = 'uploaded' AND u.not_after > now() + interval '3 days'
  WHERE r.purpose = 'traffic' AND r.state = 'ok' AND u.domain_id IS NULL
    AND (c.domain_id IS NULL OR NOT (c.wanted && ARRAY[r.host, '*' || substring(r.host FROM '[.].*')]::text[]))`;

export interface TlsMaterial {
  chain_pem: string;
  sealed_key: Buffer;
}

@Injectable()
export class CertificatesRepository {
  constructor(@InjectDataSource() private readonly dataSource: DataSource) {}

  ofDomain(domainId: DomainId, manager: EntityManager = this.dataSource.manager): Promise<Certificate[]> {
    return manager.find(Certificate, { where: { domainId }, order: { source: 'ASC' } });
  }

  find(
    domainId: DomainId,
    source: CertificateSource,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<Certificate | null> {
    return manager.findOne(Certificate, { where: { domainId, source } });
  }

  /**
   * The certificate that edges serve: an uploaded one before an obtained one, and an expired one only if there is no
   * other, so that visitors see what is wrong.
   */
  async inUse(manager: EntityManager, siteId: DomainId): Promise<TlsMaterial | null> {
    const [row]: TlsMaterial[] = await manager.query(
      `SELECT chain_pem, sealed_key FROM certificates WHERE domain_id = $1 AND chain_pem IS NOT NULL
       ORDER BY not_after > now() DESC, source = 'uploaded' DESC LIMIT 1`,
      [siteId],
    );
    return row ?? null;
  }

  /** Stores a new certificate in place of its source's previous one. The caller republishes the site. */
  async put(
    manager: EntityManager,
    domainId: DomainId,
    source: CertificateSource,
    material: { chainPem: string; sealedKey: Uint8Array; details: LeafDetails },
    times: { renewAt: Date | null; nextAttemptAt: Date },
  ): Promise<void> {
    const { details } = material;
    await manager.upsert(
      Certificate,
      {
        domainId,
        source,
        status: 'active',
        chainPem: material.chainPem,
        sealedKey: Buffer.from(material.sealedKey),
        ...details,
        ...times,
        wanted: details.names,
        attempts: 0,
        lastErrorCode: null,
        lastError: null,
        notifiedAt: null,
        updatedAt: new Date(),
      },
      ['domainId', 'source'],
    );
  }

  async change(
    domainId: DomainId,
    source: CertificateSource,
    changes: Partial<Certificate>,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<void> {
    await manager.update(Certificate, { domainId, source }, { ...changes, updatedAt: new Date() });
  }

  /** Only if it is still the revoked one; its successor may have been stored meanwhile. */
  async markRevoked(domainId: DomainId, serial: string | null): Promise<void> {
    await this.dataSource.query(
      `UPDATE certificates SET status = 'revoked', next_attempt_at = now(), updated_at = now()
       WHERE domain_id = $1 AND source = 'automatic' AND serial = $2`,
      [domainId, serial],
    );
  }

  /** Makes the job check an obtained certificate at its next run, creating its row if necessary. */
  async request(manager: EntityManager, domainId: DomainId): Promise<void> {
    await manager.query(
      `INSERT INTO certificates (domain_id, source, status, requested_at, next_attempt_at)
       VALUES ($1, 'automatic', 'pending', now(), now())
       ON CONFLICT (domain_id, source) DO UPDATE
         SET requested_at = now(), next_attempt_at = now(), renew_at = now(), updated_at = now()`,
      [domainId],
    );
  }

  /**
   * Claims due certificates by advancing their next check, so that a crashed process does not return to the same ones
   * at once.
   */
  async claimDue(): Promise<{ domainId: DomainId; source: CertificateSource }[]> {
    const rows = await queryRows<{ domain_id: DomainId; source: CertificateSource }>(
      this.dataSource,
      `UPDATE certificates SET next_attempt_at = now() + interval '15 minutes' WHERE (domain_id, source) IN (
         SELECT domain_id, source FROM certificates WHERE next_attempt_at <= now()
         ORDER BY next_attempt_at LIMIT ${DUE_AT_ONCE} FOR UPDATE SKIP LOCKED
       ) RETURNING domain_id, source`,
    );
    return rows.map((row) => ({ domainId: row.domain_id, source: row.source }));
  }

  /**
   * Requests certificates where DNS newly points a served host to us that was not in the latest order. Failed orders
   * have a schedule of their own.
   */
  async requestWhereNamesPoint(): Promise<void> {
    await this.dataSource.query(
      `INSERT INTO certificates (domain_id, source, status, next_attempt_at)
       SELECT DISTINCT d.id, 'automatic', 'pending', now()
       FROM (${NEWLY_POINTING}) AS n JOIN domains d ON d.id = n.domain_id
       WHERE d.dns_verified AND NOT d.owner_disabled
       ON CONFLICT (domain_id, source) DO UPDATE SET next_attempt_at = now()`,
    );
  }

  /** Hosts of a site that point to us and were not in its latest order. */
  async newlyPointing(domainId: DomainId): Promise<string[]> {
    const rows: { host: string }[] = await this.dataSource.query(
      `SELECT host FROM (${NEWLY_POINTING}) AS n WHERE n.domain_id = $1`,
      [domainId],
    );
    return rows.map((row) => row.host);
  }
}
