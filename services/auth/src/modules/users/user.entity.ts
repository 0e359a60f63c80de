import type { UserId } from '@palisade/nest-kit';
import { Column, CreateDateColumn, Entity, PrimaryColumn, UpdateDateColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: UserId;

  /** As the owner wrote it. */
  @Column('text')
  email!: string;

  /** The form that addresses are compared in, see `emailKey`. */
  @Column('text')
  emailKey!: string;

  @Column('text')
  username!: string;

  @Column('text')
  usernameKey!: string;

  @Column('text')
  fullName!: string;

  /** Argon2id in PHC format. */
  @Column('text', { select: false })
  passwordHash!: string;

  @Column('timestamptz')
  passwordChangedAt!: Date;

  @Column('boolean')
  isAdmin!: boolean;

  @Column('boolean')
  isActive!: boolean;

  @Column('timestamptz', { nullable: true })
  emailConfirmedAt!: Date | null;

  @Column('boolean')
  emailAlerts!: boolean;

  @Column('boolean')
  attackNotifications!: boolean;

  @Column('boolean')
  weeklyReports!: boolean;

  @Column('boolean')
  marketingEmails!: boolean;

  @CreateDateColumn({ type: 'timestamptz' })
  createdAt!: Date;

  @UpdateDateColumn({ type: 'timestamptz' })
  updatedAt!: Date;

  /** Closed by its owner or an administrator; the row is removed 30 days later. */
  @Column('timestamptz', { nullable: true })
  deletedAt!: Date | null;
}
