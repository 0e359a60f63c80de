import type { DomainId, UserId } from '@palisade/nest-kit';
import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Decider, Stage } from './stages.rules.ts';

/** What a candidate would have done to the traffic of one site. */
export interface ShadowFigures {
  as_of: string;
  requests: number;
  /** Requests that only the candidate would have blocked, and with a successful response. */
  lost_requests: number;
  failures: number;
  /** A sample on busy sites, which the next one also refers to. */
  visitors: number;
  /** Visitors who would have lost at least one request. */
  lost_visitors: number;
  rules: { rule_id: number; requests: number }[];
}

/** A candidate of a rule release, from its first site to its last. */
@Entity('rule_rollouts')
export class RuleRollout {
  @PrimaryColumn('uuid')
  id!: string;

  /** As `rule_set` of a policy names it. */
  @Column('text')
  release!: string;

  /** Hash of its files, as edge nodes report it. */
  @Column('text')
  candidate!: string;

  @Column('uuid')
  authorId!: UserId;

  @Column('timestamptz')
  startedAt!: Date;

  /** From then on sites have the rules that are installed. */
  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;
}

/** One site's part in it. */
@Entity('rule_rollout_sites')
export class RuleRolloutSite {
  /** Another one for each try: figures are kept by it. */
  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid')
  rolloutId!: string;

  @Column('uuid')
  domainId!: DomainId;

  @Column('text')
  stage!: Stage;

  /** Null: it is still tried. */
  @Column('text', { nullable: true })
  decidedBy!: Decider | null;

  /** A plain sentence; empty while nobody has decided. */
  @Column('text')
  reason!: string;

  @Column('jsonb', { nullable: true })
  figures!: ShadowFigures | null;

  @Column('timestamptz')
  startedAt!: Date;

  @Column('timestamptz', { nullable: true })
  decidedAt!: Date | null;

  /** Not published to edges yet. */
  @Column('boolean')
  unpublished!: boolean;
}
