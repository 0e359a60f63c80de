import type { SessionId, UserId } from '@palisade/nest-kit';
import { Column, CreateDateColumn, Entity, PrimaryColumn } from 'typeorm';

export type SessionEnd =
  | 'logout'
  | 'revoked'
  | 'refresh_token_reused'
  | 'password_changed'
  | 'password_reset'
  | 'email_change_undone'
  | 'deactivated'
  | 'deleted';

/** The session that a token names; the token is worthless once it has ended. */
@Entity('sessions')
export class SessionEntity {
  @PrimaryColumn('uuid')
  id!: SessionId;

  @Column('uuid')
  userId!: UserId;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @Column('timestamptz')
  lastSeenAt!: Date;

  @Column('timestamptz')
  expiresAt!: Date;

  @Column('timestamptz', { nullable: true })
  endedAt!: Date | null;

  @Column('text', { nullable: true })
  endReason!: SessionEnd | null;

  @Column('text')
  clientAddress!: string;

  @Column('text')
  userAgent!: string;

  /** Hash of the device cookie that its tokens must come with; `null`: not bound to a device. */
  @Column('text', { nullable: true })
  deviceHash!: string | null;

  /** Generation of the current refresh token, see `decideRenewal`; `null`: the session cannot be renewed. */
  @Column('integer', { nullable: true })
  refreshGeneration!: number | null;
}
