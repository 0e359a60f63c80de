import type { DomainId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { OriginConfig, PolicyConfig, WafConfig } from './waf-config.schema.ts';

export type ChangeKind = 'created' | 'saved' | 'rolled_back';

/** One saved configuration. Never changed; a rollback is a new version with an old one's content. */
@Entity('waf_config_versions')
export class WafConfigVersion implements WafConfig {
  @PrimaryColumn('uuid')
  domainId!: DomainId;

  @PrimaryColumn('integer')
  version!: number;

  @Column('jsonb')
  originConfig!: OriginConfig;

  @Column('jsonb')
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
