export { type Actor, AuditLogger } from './audit-logger.ts';
export * from './backlog.ts';
export { BusMetrics } from './bus-metrics.ts';
export * from './event-context.ts';
export * from './events.module.ts';
export * from './events-server.ts';
export { EVENTS_TRANSPORT, OnEvent, OnEventBatch } from './on-event.ts';
export { EVENT_BUS } from './tokens.ts';
