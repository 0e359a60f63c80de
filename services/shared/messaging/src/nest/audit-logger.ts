import { Injectable } from '@nestjs/common';
import type { AuditAction, AuditDetails } from '@palisade/contracts';
import { requestScope, type UserCaller } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidV7 } from 'uuid';
import { OutboxWriter } from '../outbox/outbox-writer.ts';

export type Actor = Pick<UserCaller, 'userId' | 'clientAddress'>;

/** Records changes by administrators and owners in the audit log of auth, in the transaction of the change. */
@Injectable()
export class AuditLogger {
  constructor(private readonly outbox: OutboxWriter) {}

  /** @param details no personal data, no secrets: the audit log is kept for good */
  async record(
    manager: EntityManager,
    actor: Actor,
    action: AuditAction,
    targetId: string | number,
    details: AuditDetails,
  ): Promise<void> {
    const { type, key, payload } = auditEvent(actor, action, targetId, details);
    await this.outbox.add(manager, type, key, payload);
  }
}

/** The same for a service that has no outbox and publishes it before it commits. */
export const auditEvent = (
  actor: Actor,
  action: AuditAction,
  targetId: string | number,
  details: AuditDetails,
) => ({
  type: 'auth.admin_act_recorded.v1' as const,
  key: String(targetId),
  payload: {
    actId: uuidV7(),
    actorId: actor.userId,
    action,
    targetType: action.split('.')[0] ?? '',
    targetId: String(targetId),
    details,
    clientAddress: actor.clientAddress,
    requestId: requestScope.getStore()?.requestId ?? '',
  },
});
