import { DomainError, type UserId } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

/**
 * A system without an administrator could only be helped from the command line. In the transaction that takes one away:
 * two who take each other away at the same moment wait for each other here, and the second finds itself the last.
 * @throws DomainError conflict `last_admin`
 */
export async function refuseLastAdmin(manager: EntityManager, userId: UserId): Promise<void> {
  const admins = await manager.query<{ id: string }[]>(
    'SELECT id FROM users WHERE is_admin AND is_active AND deleted_at IS NULL ORDER BY id FOR UPDATE',
  );
  if (admins.length === 1 && admins[0]?.id === userId) {
    throw new DomainError('conflict', 'last_admin', 'The last administrator cannot be removed');
  }
}
