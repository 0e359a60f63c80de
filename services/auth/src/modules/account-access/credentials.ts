import type { SessionId, UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import type { SessionEnd } from '../sessions/session.entity.ts';

export interface Revocation {
  userId: UserId;
  reason: SessionEnd;
  /** A session to keep: the one in which the owner has just changed the password. */
  keepSession: SessionId | null;
}

export interface Credential {
  /** Table that stores the credential. */
  table: string;
  end(manager: EntityManager, ending: Revocation): Promise<unknown>;
}

const removeAll = (table: string): Credential => ({
  table,
  end: (manager, { userId }) => manager.query(`DELETE FROM ${table} WHERE user_id = $1`, [userId]),
});

/**
 * Everything that gives access to an account, or helps to get it, besides its password and its active second factor.
 * Each table of this service that belongs to users must be listed here or in `NO_CREDENTIALS`: a test compares both
 * with the schema.
 */
export const CREDENTIALS = {
  session: {
    table: 'sessions',
    end: (manager, { userId, reason, keepSession }) =>
      manager.query(
        `UPDATE sessions SET ended_at = now(), end_reason = $2
          WHERE user_id = $1 AND ended_at IS NULL AND id IS DISTINCT FROM $3`,
        [userId, reason, keepSession],
      ),
  },
  apiKey: removeAll('api_keys'),
  /**
   * Except the device of the session that is kept: its owner has just given the password there and may set up a second
   * factor next, which must count as set up on a long-known device (see `SuspiciousFactorsService`).
   */
  rememberedDevice: {
    table: 'known_devices',
    end: (manager, { userId, keepSession }) =>
      manager.query(
        `DELETE FROM known_devices WHERE user_id = $1
            AND token_hash IS DISTINCT FROM (SELECT device_hash FROM sessions WHERE id = $2)`,
        [userId, keepSession],
      ),
  },
  /** Links that confirm an address or reset a password. */
  mailedLink: {
    table: 'email_tokens',
    end: (manager, { userId, reason }) =>
      // An owner undoes a theft with the link that takes an address back: the thief's next reset must not revoke it.
      manager.query(`DELETE FROM email_tokens WHERE user_id = $1 AND (purpose <> 'undo' OR $2)`, [
        userId,
        reason === 'deleted',
      ]),
  },
  /** A requested link that has not been sent yet. */
  recoveryRequest: {
    table: 'recovery_requests',
    end: (manager, { userId }) =>
      manager.query(
        'DELETE FROM recovery_requests WHERE email_key = (SELECT email_key FROM users WHERE id = $1)',
        [userId],
      ),
  },
  /** A pending second factor; the active one stays, since it is the owner's. */
  waitingFactor: {
    table: 'mfa_configs',
    end: (manager, { userId }) =>
      manager.query('DELETE FROM mfa_configs WHERE user_id = $1 AND enabled_at IS NULL', [userId]),
  },
  /** Support views that were allowed, and requests for them: a thief may have given the permission. */
  supportView: {
    table: 'support_views',
    end: (manager, { userId }) =>
      manager.query(
        'UPDATE support_views SET ended_at = now() WHERE user_id = $1 AND ended_at IS NULL AND allowed IS NOT FALSE',
        [userId],
      ),
  },
} as const satisfies Record<string, Credential>;

export type CredentialKind = keyof typeof CREDENTIALS;

/** Tables that belong to users and give no access. */
export const NO_CREDENTIALS = {
  users: 'the account itself',
  user_plans: 'what billing says about it',
  user_notes: 'what administrators write of them',
  support_view_looks: 'say what an administrator looked at',
  mfa_backup_codes: 'of a factor, and gone with it',
  guess_counters: 'count wrong guesses',
  security_events: 'say what was done, to the owner',
  audit_log: 'says what was done',
  audit_seals: 'prove that nothing of it was changed',
  audit_unsealed: 'entries that wait for their seal',
  outbox: 'events on their way',
  processed_events: 'events that have arrived',
  migrations: 'the schema itself',
} as const satisfies Record<string, string>;
