import { auditEvent, BacklogModule, EventPublisher, type RecorderOfActs } from '@palisade/messaging/nest';

/** Published at once: this service has no outbox. */
const recorder = {
  inject: [EventPublisher],
  useFactory:
    (publisher: EventPublisher): RecorderOfActs =>
    (admin) =>
    (_manager, action, target, details) =>
      publisher.publish([auditEvent(admin, action, target, details)]),
};

export const backlogModule = BacklogModule.forService({
  tag: 'admin-logs',
  path: 'admin/logs',
  name: 'Logs',
  hasOutbox: false,
  recorder,
});
