import type { DomainId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { DraftChange } from './policy-draft.schema.ts';

/** A change of a site's configuration that is kept, and holds for nobody. */
@Entity('policy_drafts')
export class PolicyDraft {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  domainId!: DomainId;

  @Column('text')
  name!: string;

  @Column('text')
  note!: string;

  /** The fields that it changes, and nothing else. */
  @Column('jsonb')
  change!: DraftChange;

  /** Values of these fields in the configuration when the draft was last written. */
  @Column('jsonb')
  base!: DraftChange;

  /** One more each time that it is written. */
  @Column('integer')
  revision!: number;

  /** The version that was in force when it was written last. */
  @Column('integer')
  baseVersion!: number;

  @Column('timestamptz')
  createdAt!: Date;

  @Column('timestamptz')
  updatedAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;
}
