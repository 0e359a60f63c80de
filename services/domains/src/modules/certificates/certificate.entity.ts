import type { DomainId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** Obtained by us from a certificate authority, or brought by the owner. */
export type CertificateSource = 'automatic' | 'uploaded';

/**
 * - `pending`: none yet; the first is being obtained, or waits for the site's names to point to us
 * - `active`: valid
 * - `renewing`: valid, and its successor is being obtained
 * - `failed`: none valid, and the last attempt failed; will be retried
 * - `expired`: expired without a successor
 * - `revoked`: revoked; its successor is being obtained
 */
export type CertificateStatus = 'pending' | 'active' | 'renewing' | 'failed' | 'expired' | 'revoked';

/** A site's certificate of one source, and the state of obtaining the next one. */
@Entity('certificates')
export class Certificate {
  @PrimaryColumn('uuid')
  domainId!: DomainId;

  @PrimaryColumn('text')
  source!: CertificateSource;

  @Column('text')
  status!: CertificateStatus;

  /** Names of the latest order. */
  @Column('text', { array: true })
  wanted!: string[];

  /** Names in the certificate, wildcards included; empty while there is none. */
  @Column('text', { array: true })
  names!: string[];

  @Column('text', { nullable: true })
  chainPem!: string | null;

  /** Encrypted for the edges. Never selected by default. */
  @Column('bytea', { nullable: true, select: false })
  sealedKey?: Buffer | null;

  @Column('text', { nullable: true })
  issuer!: string | null;

  /** Upper-case hexadecimal. */
  @Column('text', { nullable: true })
  serial!: string | null;

  /** SHA-256 of the certificate, lower-case hexadecimal. */
  @Column('text', { nullable: true })
  fingerprint!: string | null;

  @Column('timestamptz', { nullable: true })
  notBefore!: Date | null;

  @Column('timestamptz', { nullable: true })
  notAfter!: Date | null;

  @Column('timestamptz', { nullable: true })
  renewAt!: Date | null;

  /** Failed attempts since the last success. */
  @Column('integer')
  attempts!: number;

  @Column('text', { nullable: true })
  lastErrorCode!: string | null;

  @Column('text', { nullable: true })
  lastError!: string | null;

  /** When the owner was told that no certificate can be had, or that an uploaded one ends; null: not yet. */
  @Column('timestamptz', { name: 'told_at', nullable: true })
  notifiedAt!: Date | null;

  /** When the owner last asked for a certificate. */
  @Column('timestamptz', { nullable: true })
  requestedAt!: Date | null;

  @Column('timestamptz', { nullable: true })
  nextAttemptAt!: Date | null;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  updatedAt!: Date;
}

/** Whether a certificate with these names is valid for a host. A wildcard matches exactly one label (RFC 6125). */
export function covers(names: readonly string[], host: string): boolean {
  return names.includes(host) || names.includes(`*.${host.slice(host.indexOf('.') + 1)}`);
}
