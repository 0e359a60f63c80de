import { Injectable } from '@nestjs/common';
import { OutboxWriter, uuidV7 } from '@palisade/messaging';
import { requestScope, type UserCaller } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';

export type Actor = Pick<UserCaller, 'userId' | 'clientAddress'>;

/** What administrators do here, for the audit log; recorded with the act itself. */
@Injectable()
export class AdminActs {
  constructor(private readonly outbox: OutboxWriter) {}

  /** @param details no personal data, no secrets: the audit log is kept for good */
  async record(
    manager: EntityManager,
    actor: Actor,
    action: string,
    targetId: string | number,
    details: Record<string, string>,
  ): Promise<void> {
    await this.outbox.add(manager, 'auth.admin_act_recorded.v1', String(targetId), {
      actId: uuidV7(),
      actorId: actor.userId,
      action,
      targetType: action.split('.')[0] ?? '',
      targetId: String(targetId),
      details,
      clientAddress: actor.clientAddress,
      requestId: requestScope.getStore()?.requestId ?? '',
    });
  }
}
