import { X509Certificate } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { InjectDataSource } from '@nestjs/typeorm';
import { sealTlsKey } from '@palisade/edge-state';
import { type DomainId, queryRows } from '@palisade/nest-kit';
import type { DataSource, EntityManager } from 'typeorm';
import { CONFIG, type DomainsConfig } from '../../config/config.ts';
import { leafDetails, subjectName } from '../certificates/leaf-details.rules.ts';
import {
  OriginAuthority,
  OriginCertificate,
  type OriginCertificateSource,
} from './origin-certificate.entity.ts';

const DUE_AT_ONCE = 100;

/** What is stored of a certificate. */
interface NewCertificate {
  chainPem: string;
  keyPem: string;
  /** See `OriginCertificate.dueAt`. */
  dueAt: Date;
}

@Injectable()
export class OriginCertificatesRepository {
  constructor(
    @InjectDataSource() private readonly dataSource: DataSource,
    @Inject(CONFIG) private readonly config: Pick<DomainsConfig, 'PALISADE_EDGE_SEAL_PUBLIC_KEY'>,
  ) {}

  ofDomain(domainId: DomainId): Promise<OriginCertificate[]> {
    return this.dataSource.manager.find(OriginCertificate, { where: { domainId }, order: { source: 'ASC' } });
  }

  find(
    manager: EntityManager,
    domainId: DomainId,
    source: OriginCertificateSource,
  ): Promise<OriginCertificate | null> {
    return manager.findOneBy(OriginCertificate, { domainId, source });
  }

  /** For the edge. */
  async material(
    manager: EntityManager,
    domainId: DomainId,
    source: OriginCertificateSource,
  ): Promise<{ chain_pem: string; sealed_key: Buffer } | null> {
    const [row]: { chain_pem: string; sealed_key: Buffer }[] = await manager.query(
      'SELECT chain_pem, sealed_key FROM origin_certificates WHERE domain_id = $1 AND source = $2',
      [domainId, source],
    );
    return row ?? null;
  }

  /** Stores a certificate in place of its source's previous one, with the key sealed for the edges. */
  async put(
    manager: EntityManager,
    domainId: DomainId,
    source: OriginCertificateSource,
    { chainPem, keyPem, dueAt }: NewCertificate,
  ): Promise<void> {
    const leaf = new X509Certificate(chainPem);
    const { names: _names, ...details } = leafDetails(leaf);
    await manager.upsert(
      OriginCertificate,
      {
        domainId,
        source,
        chainPem,
        sealedKey: Buffer.from(sealTlsKey(keyPem, domainId, this.config.PALISADE_EDGE_SEAL_PUBLIC_KEY)),
        subject: subjectName(leaf),
        ...details,
        dueAt,
        updatedAt: new Date(),
      },
      ['domainId', 'source'],
    );
  }

  /** @returns whether there was one */
  async remove(
    manager: EntityManager,
    domainId: DomainId,
    source: OriginCertificateSource,
  ): Promise<boolean> {
    const { affected } = await manager.delete(OriginCertificate, { domainId, source });
    return Boolean(affected);
  }

  async setDue(
    manager: EntityManager,
    domainId: DomainId,
    source: OriginCertificateSource,
    dueAt: Date | null,
  ): Promise<void> {
    await manager.update(OriginCertificate, { domainId, source }, { dueAt });
  }

  /** Claims due certificates by advancing their time, so that a crashed process does not return to the same ones at once. */
  async claimDue(now: Date): Promise<{ domainId: DomainId; source: OriginCertificateSource }[]> {
    const rows = await queryRows<{ domain_id: DomainId; source: OriginCertificateSource }>(
      this.dataSource,
      `UPDATE origin_certificates SET due_at = $1::timestamptz + interval '1 hour' WHERE (domain_id, source) IN (
         SELECT domain_id, source FROM origin_certificates WHERE due_at <= $1
         ORDER BY due_at LIMIT ${DUE_AT_ONCE} FOR UPDATE SKIP LOCKED
       ) RETURNING domain_id, source`,
      [now],
    );
    return rows.map((row) => ({ domainId: row.domain_id, source: row.source }));
  }

  authority(
    domainId: DomainId,
    manager: EntityManager = this.dataSource.manager,
  ): Promise<OriginAuthority | null> {
    return manager.findOneBy(OriginAuthority, { domainId });
  }

  async putAuthority(manager: EntityManager, authority: OriginAuthority): Promise<void> {
    await manager.upsert(OriginAuthority, { ...authority }, ['domainId']);
  }
}
