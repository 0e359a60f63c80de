import { Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

export type OwnerState = 'active' | 'disabled' | 'closed';

/** Far longer than a request takes that was admitted before the account was closed. */
const CLOSED_KEPT = '7 days';

/**
 * States of owners, from auth's events. A request may arrive after the event that closed its account; both take the
 * owner's lock (`DomainsRepository.lockOwner`), and the request then checks here.
 */
@Injectable()
export class OwnerStatesRepository {
  async note(manager: EntityManager, ownerId: string, state: OwnerState): Promise<void> {
    await manager.query(
      `DELETE FROM owner_states WHERE state = 'closed' AND since < now() - interval '${CLOSED_KEPT}'`,
    );
    if (state === 'active') {
      // A closed account never comes back, though an older event may arrive late.
      await manager.query(`DELETE FROM owner_states WHERE owner_id = $1 AND state = 'disabled'`, [ownerId]);
      return;
    }
    await manager.query(
      `INSERT INTO owner_states (owner_id, state) VALUES ($1, $2)
       ON CONFLICT (owner_id) DO UPDATE SET state = excluded.state, since = now() WHERE owner_states.state <> 'closed'`,
      [ownerId, state],
    );
  }

  async isClosed(manager: EntityManager, ownerId: string): Promise<boolean> {
    const rows: unknown[] = await manager.query(
      `SELECT 1 FROM owner_states WHERE owner_id = $1 AND state = 'closed'`,
      [ownerId],
    );
    return rows.length > 0;
  }

  /** @throws DomainError forbidden `account_not_active` */
  async requireActive(manager: EntityManager, ownerId: UserId): Promise<void> {
    const rows: unknown[] = await manager.query('SELECT 1 FROM owner_states WHERE owner_id = $1', [ownerId]);
    if (rows.length > 0) {
      throw new DomainError('forbidden', 'account_not_active', 'This account is closed or deactivated.');
    }
  }
}
