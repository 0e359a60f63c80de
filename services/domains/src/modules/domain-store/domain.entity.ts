import type { DomainId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A wildcard answers for the CNAME name, or another account has verified the name. */
export type TxtReason = 'wildcard' | 'contest';

/** A customer's claim to a name; once verified, a site that the edge serves. */
@Entity('domains')
export class Domain {
  @PrimaryColumn('uuid')
  id!: DomainId;

  @Column('uuid')
  ownerId!: UserId;

  /** Lower-case A-labels. */
  @Column('varchar')
  domainName!: string;

  /** Every name that the site covers, the domain itself first. */
  @Column('text', { array: true })
  hosts!: string[];

  @Column('varchar')
  verificationToken!: string;

  /** Tokens of unproved claims are replaced after a while: see `OWNERSHIP_TERMS`. */
  @Column('timestamptz')
  tokenIssuedAt!: Date;

  /** Why a TXT record is required; null: the CNAME is enough. */
  @Column('text', { nullable: true })
  txtReason!: TxtReason | null;

  @Column('boolean')
  dnsVerified!: boolean;

  @Column('timestamptz', { nullable: true })
  verifiedAt!: Date | null;

  @Column('boolean')
  pausedByOwner!: boolean;

  /** The owner's account is deactivated. */
  @Column('boolean')
  ownerDisabled!: boolean;

  /** The configuration version in force. */
  @Column('integer')
  configVersion!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz', { nullable: true })
  dnsCheckedAt!: Date | null;

  @Column('timestamptz')
  nextDnsCheckAt!: Date;

  /** A verified site that is not active answers 503. */
  get isActive(): boolean {
    return this.dnsVerified && !this.pausedByOwner && !this.ownerDisabled;
  }
}
