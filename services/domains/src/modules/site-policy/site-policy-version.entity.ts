import type { DomainId, UserId } from '@palisade/nest-kit';
import {
  defaultSitePolicy,
  type OriginConfig,
  type PolicyConfig,
  type SitePolicy,
} from '@palisade/site-policy';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type ChangeKind = 'created' | 'saved' | 'rolled_back' | 'rolled_out';

const DEFAULTS = defaultSitePolicy({ origin_host: '', origin_port: 80, origin_protocol: 'http' });

/** A version that was saved before a field existed reads as having its default. */
const withDefaults = <T extends object>(defaults: T) => ({
  to: (value: T) => value,
  from: (stored: Partial<T>): T => ({ ...defaults, ...stored }),
});

/** One saved configuration. Never changed; a rollback is a new version with an old one's content. */
@Entity('waf_config_versions')
export class SitePolicyVersion implements SitePolicy {
  @PrimaryColumn('uuid')
  domainId!: DomainId;

  @PrimaryColumn('integer')
  version!: number;

  @Column('jsonb', { transformer: withDefaults(DEFAULTS.originConfig) })
  originConfig!: OriginConfig;

  @Column('jsonb', { transformer: withDefaults(DEFAULTS.policyConfig) })
  policyConfig!: PolicyConfig;

  @Column('uuid')
  authorId!: UserId;

  @Column('text')
  changeKind!: ChangeKind;

  @Column('integer', { nullable: true })
  restoredVersion!: number | null;

  @Column('timestamptz')
  createdAt!: Date;
}
