import { BacklogModule, type RecorderOfActs } from '@palisade/messaging/nest';
import { AuditModule } from '../audit/audit.module.ts';
import { AuditLogService } from '../audit/audit-log.service.ts';

/** This service keeps the audit log, so its entries are written directly. */
const recorder = {
  imports: [AuditModule],
  inject: [AuditLogService],
  useFactory:
    (audit: AuditLogService): RecorderOfActs =>
    (admin) =>
    (manager, action, id, details) =>
      audit.record(manager, admin, action, { type: 'failed_work', id }, details),
};

export const backlogModule = BacklogModule.forService({
  tag: 'admin-auth',
  path: 'admin/auth',
  name: 'Auth',
  recorder,
});
