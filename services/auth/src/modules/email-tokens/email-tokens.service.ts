import { Injectable } from '@nestjs/common';
import { DomainError, queryRows, type UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { hashSecretToken, newSecretToken } from '../../http/secret-tokens.ts';

export type EmailTokenPurpose = 'confirm' | 'reset' | 'undo';

const LIFETIME: Readonly<Record<EmailTokenPurpose, string>> = {
  confirm: '3 days',
  reset: '1 hour',
  undo: '7 days',
};

/**
 * Maximum password reset mails per account and hour. Links stay valid for at least an hour, so that a user who hits the
 * limit has a working one.
 */
const MAX_RESETS_AN_HOUR = 5;

/**
 * A reset link gives access to the account, so it expires when the address changes: the old one may be a stranger's,
 * mistyped and corrected since.
 */
const IS_SENT_TO_ITS_OWNER = `(purpose <> 'reset' OR EXISTS
  (SELECT FROM users u WHERE u.id = email_tokens.user_id AND u.email_key = lower(email_tokens.email)))`;

/** Single-use tokens sent by mail, which prove that the bearer reads it. */
@Injectable()
export class EmailTokensService {
  /**
   * Issues a token. A new confirmation of an address replaces the older ones. Reset links stay valid, since strangers
   * can request them: otherwise somebody who requests one every minute would keep the owner from using any. Links that
   * undo a change of address stay valid too: an attacker must not get rid of the first one by changing the address
   * twice.
   */
  async issue(
    manager: EntityManager,
    user: { id: UserId; email: string },
    purpose: EmailTokenPurpose,
  ): Promise<string> {
    const token = newSecretToken();
    if (purpose === 'confirm') {
      await manager.query('DELETE FROM email_tokens WHERE user_id = $1 AND purpose = $2', [user.id, purpose]);
    }
    await manager.query(
      `INSERT INTO email_tokens (token_hash, user_id, purpose, email, expires_at)
       VALUES ($1, $2, $3, $4, now() + interval '${LIFETIME[purpose]}')`,
      [hashSecretToken(token), user.id, purpose, user.email],
    );
    return token;
  }

  /**
   * Consumes a token; one that undoes a change also undoes later changes. @throws DomainError invalid `link_invalid`
   */
  async redeem(
    manager: EntityManager,
    token: string,
    purpose: EmailTokenPurpose,
  ): Promise<{ userId: UserId; email: string; issuedAt: Date }> {
    const rows = await queryRows<{ user_id: UserId; email: string; created_at: Date }>(
      manager,
      `UPDATE email_tokens SET used_at = now()
        WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
          AND ${IS_SENT_TO_ITS_OWNER}
       RETURNING user_id, email, created_at`,
      [hashSecretToken(token), purpose],
    );
    const [row] = rows;
    if (!row) throw linkInvalid();
    if (purpose === 'undo') {
      await manager.query(
        `DELETE FROM email_tokens WHERE user_id = $1 AND purpose = 'undo'
           AND created_at >= $2`,
        [row.user_id, row.created_at],
      );
    }
    return { userId: row.user_id, email: row.email, issuedAt: row.created_at };
  }

  /**
   * Finds a token's user without consuming the token.
   * @throws DomainError invalid `link_invalid`
   */
  async peek(manager: EntityManager, token: string, purpose: EmailTokenPurpose): Promise<{ userId: UserId }> {
    const [row] = await manager.query<{ user_id: UserId }[]>(
      `SELECT user_id FROM email_tokens
        WHERE token_hash = $1 AND purpose = $2 AND used_at IS NULL AND expires_at > now()
          AND ${IS_SENT_TO_ITS_OWNER}`,
      [hashSecretToken(token), purpose],
    );
    if (!row) throw linkInvalid();
    return { userId: row.user_id };
  }

  /** Whether another account can still reclaim the address. */
  async canBeTakenBack(manager: EntityManager, emailKey: string, exceptFor: UserId): Promise<boolean> {
    const held = await manager.query<unknown[]>(
      `SELECT FROM email_tokens WHERE lower(email) = $1 AND purpose = 'undo' AND used_at IS NULL
          AND expires_at > now() AND user_id <> $2 LIMIT 1`,
      [emailKey, exceptFor],
    );
    return held.length > 0;
  }

  /** Until when the owner of a former address may undo its change; null: no such change is pending. */
  async takesBackUntil(manager: EntityManager, userId: UserId): Promise<Date | null> {
    const [row] = await manager.query<{ until: Date | null }[]>(
      `SELECT max(expires_at) AS until FROM email_tokens
        WHERE user_id = $1 AND purpose = 'undo' AND used_at IS NULL AND expires_at > now()`,
      [userId],
    );
    return row?.until ?? null;
  }

  /**
   * Whether a further reset link would be pointless: after one within the last minute, or `MAX_RESETS_AN_HOUR` to this
   * address. Links already sent still work then.
   */
  async hasEnoughResets(manager: EntityManager, user: { id: UserId; email: string }): Promise<boolean> {
    const [row] = await manager.query<{ enough: boolean }[]>(
      `SELECT count(*) >= $3 OR max(created_at) > now() - interval '1 minute' IS TRUE AS enough FROM email_tokens
        WHERE user_id = $1 AND purpose = 'reset' AND lower(email) = lower($2) AND created_at > now() - interval '1 hour'`,
      [user.id, user.email, MAX_RESETS_AN_HOUR],
    );
    return row?.enough === true;
  }

  async forgetOld(manager: EntityManager): Promise<void> {
    await manager.query(`DELETE FROM email_tokens WHERE expires_at < now() - interval '1 day'`);
  }
}

const linkInvalid = () =>
  new DomainError('invalid', 'link_invalid', 'This link is no longer valid. Please request a new one.');
