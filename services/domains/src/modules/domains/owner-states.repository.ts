import { Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

export type OwnerState = 'active' | 'disabled' | 'closed';

/** A request that was let in lives for a minute at most; nobody asks about a closed account a week later. */
const CLOSED_KEPT = '7 days';

/**
 * What the auth service has told of owners. A request that it let in may arrive here after the event that ended the
 * account; both take the owner's lock (`DomainsRepository.lockOwner`), and the request then looks here.
 */
@Injectable()
export class OwnerStatesRepository {
  async note(manager: EntityManager, ownerId: string, state: OwnerState): Promise<void> {
    await manager.query(
      `DELETE FROM owner_states WHERE state = 'closed' AND since < now() - interval '${CLOSED_KEPT}'`,
    );
    if (state === 'active') {
      // A closed account never comes back; an older event may.
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
