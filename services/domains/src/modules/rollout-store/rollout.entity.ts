import type { DomainId, UserId } from '@palisade/nest-kit';
import type { PolicyConfig } from '@palisade/site-policy';
import { Column, Entity, PrimaryColumn } from 'typeorm';

export type RolloutState = 'running' | 'promoted' | 'taken_back';
export type RolloutDecider = 'owner' | 'watcher';

/** Figures of the visitors judged by one of the two policies. */
export interface ArmFigures {
  requests: number;
  blocked_requests: number;
  failed_requests: number;
  /** A sample on busy sites, which the next two also refer to. */
  visitors: number;
  blocked_visitors: number;
  failed_visitors: number;
}

/** At one share, so far. */
export interface RolloutFigures {
  share_percent: number;
  as_of: string;
  live: ArmFigures;
  candidate: ArmFigures;
}

/** A change of a site's policy that a share of the visitors is judged by. A site has one that runs at most. */
@Entity('rollouts')
export class Rollout {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  domainId!: DomainId;

  @Column('uuid')
  authorId!: UserId;

  /** The version that was in force when it began. */
  @Column('integer')
  baseVersion!: number;

  /**
   * The fields that it changes, and nothing else: whatever is saved meanwhile of the others holds for all visitors.
   */
  @Column('jsonb')
  policy!: Partial<PolicyConfig>;

  /** As returned by `changesBetween`, against the policy that was active when it began. */
  @Column('jsonb')
  changes!: object[];

  /** Shares of visitors one after the other, before it is everybody. */
  @Column('integer', { array: true })
  shares!: number[];

  /** The one of now, or the last one. */
  @Column('integer')
  sharePercent!: number;

  /** How long each share is watched at least. */
  @Column('integer')
  stepMinutes!: number;

  /** Tolerated additional share of blocked visitors, in percentage points. */
  @Column('double precision')
  tolerancePercent!: number;

  @Column('text')
  state!: RolloutState;

  @Column('text', { nullable: true })
  decidedBy!: RolloutDecider | null;

  /** A plain sentence; empty while nobody has decided. */
  @Column('text')
  reason!: string;

  @Column('jsonb', { nullable: true })
  figures!: RolloutFigures | null;

  @Column('timestamptz')
  startedAt!: Date;

  @Column('timestamptz')
  stepStartedAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}
