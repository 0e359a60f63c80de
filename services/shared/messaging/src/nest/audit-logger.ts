import { Injectable } from '@nestjs/common';
import { requestScope, type UserCaller } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidV7 } from 'uuid';
import { OutboxWriter } from '../outbox/outbox-writer.ts';

export type Actor = Pick<UserCaller, 'userId' | 'clientAddress'>;

/** What administrators and owners change in a service, for the audit log that auth keeps; recorded with the act itself. */
@Injectable()
export class AuditLogger {
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
