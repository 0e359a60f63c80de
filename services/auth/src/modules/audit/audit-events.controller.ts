import { Controller } from '@nestjs/common';
import type { auditEventsV1 } from '@palisade/contracts';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import { DataSource } from 'typeorm';
import { AuditLogService } from './audit-log.service.ts';

/** Acts of administrators in other services. */
@Controller()
export class AuditEventsController {
  constructor(
    private readonly database: DataSource,
    private readonly log: AuditLogService,
  ) {}

  @OnEvent('auth.admin_act_recorded.v1')
  async adminActRecorded(
    act: auditEventsV1.AdminActRecorded,
    context: EventContext<'auth.admin_act_recorded.v1'>,
  ): Promise<void> {
    await this.log.append(this.database.manager, {
      id: act.actId,
      at: context.event.occurredAt,
      actorId: act.actorId,
      action: act.action,
      targetType: act.targetType,
      targetId: act.targetId,
      details: act.details,
      clientAddress: act.clientAddress,
      requestId: act.requestId,
    });
  }
}
