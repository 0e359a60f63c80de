export {
  AUDIT_ACTIONS,
  AUDIT_DETAILS,
  type AuditAction,
  type AuditDetail,
  type AuditDetails,
} from './audit-actions.ts';
export * from './events.ts';
export * as accountDataV1 from './gen/palisade/account/v1/account_data_pb.ts';
export * as authV1 from './gen/palisade/auth/v1/auth_pb.ts';
export * as billingV1 from './gen/palisade/billing/v1/billing_pb.ts';
export * as entitlementsV1 from './gen/palisade/billing/v1/entitlements_pb.ts';
export * as domainsV1 from './gen/palisade/domains/v1/domains_pb.ts';
export * as edgeV1 from './gen/palisade/edge/v1/site_config_pb.ts';
export * as alertEventsV1 from './gen/palisade/events/v1/alerts_pb.ts';
export * as auditEventsV1 from './gen/palisade/events/v1/audit_pb.ts';
export * as billingEventsV1 from './gen/palisade/events/v1/billing_pb.ts';
export * as domainEventsV1 from './gen/palisade/events/v1/domains_pb.ts';
export * as envelopeV1 from './gen/palisade/events/v1/envelope_pb.ts';
export * as mailEventsV1 from './gen/palisade/events/v1/mail_pb.ts';
export * as recordedRequestV1 from './gen/palisade/events/v1/recorded_request_pb.ts';
export * as requestLogV1 from './gen/palisade/events/v1/request_log_pb.ts';
export * as securityEventsV1 from './gen/palisade/events/v1/security_pb.ts';
export * as userEventsV1 from './gen/palisade/events/v1/users_pb.ts';
export * as logsV1 from './gen/palisade/logs/v1/logs_pb.ts';
export * as mailerV1 from './gen/palisade/mailer/v1/mailer_pb.ts';
export { GRPC_CALLERS, mayCall } from './grpc-callers.ts';
export { mailRequestRule, REQUESTED_MAILS, type RequestedMail } from './mail-requests.ts';
