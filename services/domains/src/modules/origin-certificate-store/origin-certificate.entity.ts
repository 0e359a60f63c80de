import type { DomainId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Issued by the site's own authority, or brought by the owner. */
export type OriginCertificateSource = 'automatic' | 'uploaded';

/** What the edge presents where a site's server asks for a certificate. */
@Entity('origin_certificates')
export class OriginCertificate {
  @PrimaryColumn('uuid')
  domainId!: DomainId;

  @PrimaryColumn('text')
  source!: OriginCertificateSource;

  @Column('text')
  chainPem!: string;

  /** Encrypted for the edges. Never selected by default. */
  @Column('bytea', { select: false })
  sealedKey?: Buffer;

  @Column('text')
  subject!: string;

  @Column('text')
  issuer!: string;

  /** Upper-case hexadecimal. */
  @Column('text')
  serial!: string;

  /** SHA-256 of the certificate, lower-case hexadecimal. */
  @Column('text')
  fingerprint!: string;

  @Column('timestamptz')
  notBefore!: Date;

  @Column('timestamptz')
  notAfter!: Date;

  /** When an automatic one is replaced, and when the owner of an uploaded one is warned; null: nothing to do. */
  @Column('timestamptz', { nullable: true })
  dueAt!: Date | null;

  @Column('timestamptz')
  updatedAt!: Date;
}

/** The authority of one site's automatic certificates. */
@Entity('origin_authorities')
export class OriginAuthority {
  @PrimaryColumn('uuid')
  domainId!: DomainId;

  @Column('text')
  certificatePem!: string;

  /** Sealed under the key-encryption key. */
  @Column('text')
  sealedKey!: string;

  /** Null: none is prepared. */
  @Column('text', { nullable: true })
  nextCertificatePem!: string | null;

  @Column('text', { nullable: true })
  nextSealedKey!: string | null;
}
