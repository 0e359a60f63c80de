import { type DatabaseOptions } from '@palisade/nest-kit';
import type { AuthConfig } from '../config/config.ts';
import { SessionEntity } from '../modules/sessions/session.entity.ts';
import { UserEntity } from '../modules/users/user.entity.ts';
import { Accounts1700000000001 } from './migrations/1700000000001-accounts.ts';
import { AccountSecurity1700000000002 } from './migrations/1700000000002-account-security.ts';
import { Listing1700000000003 } from './migrations/1700000000003-listing.ts';
import { EmailUndo1700000000004 } from './migrations/1700000000004-email-undo.ts';
import { ConfirmedSessions1700000000005 } from './migrations/1700000000005-confirmed-sessions.ts';
import { AuditSeals1700000000007 } from './migrations/1700000000007-audit-seals.ts';
import { SecurityActivity1700000000008 } from './migrations/1700000000008-security-activity.ts';
import { HeldAddresses1700000000009 } from './migrations/1700000000009-held-addresses.ts';
import { DoubtfulFactors1700000000020 } from './migrations/1700000000020-doubtful-factors.ts';
import { RenewableSessions1700000000021 } from './migrations/1700000000021-renewable-sessions.ts';
import { UserPlanNames1700000000022 } from './migrations/1700000000022-user-plan-names.ts';
import { UserNotes1700000000023 } from './migrations/1700000000023-user-notes.ts';
import { SupportViews1700000000024 } from './migrations/1700000000024-support-views.ts';
import { AuditOfAccounts1700000000025 } from './migrations/1700000000025-audit-of-accounts.ts';

export const ENTITIES = [UserEntity, SessionEntity];
export const MIGRATIONS = [
  Accounts1700000000001,
  AccountSecurity1700000000002,
  Listing1700000000003,
  EmailUndo1700000000004,
  AuditSeals1700000000007,
  ConfirmedSessions1700000000005,
  SecurityActivity1700000000008,
  HeldAddresses1700000000009,
  DoubtfulFactors1700000000020,
  RenewableSessions1700000000021,
  UserPlanNames1700000000022,
  UserNotes1700000000023,
  SupportViews1700000000024,
  AuditOfAccounts1700000000025,
];

export const databaseOptions = (
  config: Pick<AuthConfig, 'PALISADE_DATABASE_URL' | 'PALISADE_DATABASE_POOL'>,
): DatabaseOptions => ({
  url: config.PALISADE_DATABASE_URL,
  schema: 'auth',
  poolSize: config.PALISADE_DATABASE_POOL,
  entities: ENTITIES,
  migrations: MIGRATIONS,
});
