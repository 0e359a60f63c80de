import type { DescMessage } from '@bufbuild/protobuf';
import {
  AlertFiredSchema,
  AlertResolvedSchema,
  AttackDetectedSchema,
  MonthlyReportSchema,
  OriginDownSchema,
  OriginUpSchema,
  StatusPageSuspendedSchema,
  StatusPageUnsuspendedSchema,
  TrafficReportSchema,
  VisitorReportedSchema,
} from './gen/palisade/events/v1/alerts_pb.ts';
import { AdminActRecordedSchema } from './gen/palisade/events/v1/audit_pb.ts';
import {
  OrderPaidSchema,
  OrderRefundedSchema,
  UserPlanChangedSchema,
} from './gen/palisade/events/v1/billing_pb.ts';
import {
  CertificateExpiringSchema,
  CertificateFailedSchema,
  CertificateIssuedSchema,
  DomainAddedSchema,
  DomainChangedSchema,
  DomainOwnershipNoticedSchema,
  DomainRemovedSchema,
  DomainTrafficLostSchema,
  DomainTrafficReturnedSchema,
  DomainVerifiedSchema,
  ListFailingSchema,
  OriginCertificateExpiringSchema,
  RevocationListDueSchema,
  RolloutDecidedSchema,
} from './gen/palisade/events/v1/domains_pb.ts';
import { MailBouncedSchema, MailRequestedSchema } from './gen/palisade/events/v1/mail_pb.ts';
import {
  RequestLogBatchSchema,
  RolloutFiguresSchema,
  SiteTotalsSchema,
} from './gen/palisade/events/v1/request_log_pb.ts';
import {
  ExportFinishedSchema,
  LogStreamChangedSchema,
  LogsExportedSchema,
} from './gen/palisade/events/v1/security_pb.ts';
import {
  UserDeactivatedSchema,
  UserDeletedSchema,
  UserEmailConfirmedSchema,
  UserNotificationsChangedSchema,
  UserRegisteredSchema,
  UserUpdatedSchema,
} from './gen/palisade/events/v1/users_pb.ts';

/**
 * Every event that travels between services: its topic, its message, what partitions it, and who may say it.
 * Order holds between events with the same key on the same topic, and nowhere else.
 */
export const EVENTS = {
  'auth.user_registered.v1': {
    topic: 'users',
    schema: UserRegisteredSchema,
    key: 'user id',
    producers: ['auth'],
  },
  'auth.user_email_confirmed.v1': {
    topic: 'users',
    schema: UserEmailConfirmedSchema,
    key: 'user id',
    producers: ['auth'],
  },
  'auth.user_updated.v1': { topic: 'users', schema: UserUpdatedSchema, key: 'user id', producers: ['auth'] },
  'auth.user_deactivated.v1': {
    topic: 'users',
    schema: UserDeactivatedSchema,
    key: 'user id',
    producers: ['auth'],
  },
  'auth.user_deleted.v1': { topic: 'users', schema: UserDeletedSchema, key: 'user id', producers: ['auth'] },
  'auth.user_notifications_changed.v1': {
    topic: 'users',
    schema: UserNotificationsChangedSchema,
    key: 'user id',
    producers: ['auth'],
  },
  // Published by each service in which an administrator acts; auth writes its own into the log at once.
  'auth.admin_act_recorded.v1': {
    topic: 'audit',
    schema: AdminActRecordedSchema,
    key: 'target id',
    producers: ['billing', 'domains', 'logs', 'mailer'],
  },
  // Published by any service that wants a mail to go out.
  'mailer.mail_requested.v1': {
    topic: 'mails',
    schema: MailRequestedSchema,
    key: 'user id or address',
    producers: ['auth', 'billing'],
  },
  'mailer.mail_bounced.v1': {
    topic: 'mails',
    schema: MailBouncedSchema,
    key: 'address',
    producers: ['mailer'],
  },
  'billing.user_plan_changed.v1': {
    topic: 'billing',
    schema: UserPlanChangedSchema,
    key: 'user id',
    producers: ['billing'],
  },
  'billing.order_paid.v1': {
    topic: 'billing',
    schema: OrderPaidSchema,
    key: 'user id or order id',
    producers: ['billing'],
  },
  'billing.order_refunded.v1': {
    topic: 'billing',
    schema: OrderRefundedSchema,
    key: 'user id or order id',
    producers: ['billing'],
  },
  'domains.domain_added.v1': {
    topic: 'domains',
    schema: DomainAddedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.domain_verified.v1': {
    topic: 'domains',
    schema: DomainVerifiedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.domain_changed.v1': {
    topic: 'domains',
    schema: DomainChangedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.domain_removed.v1': {
    topic: 'domains',
    schema: DomainRemovedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.traffic_lost.v1': {
    topic: 'domains',
    schema: DomainTrafficLostSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.traffic_returned.v1': {
    topic: 'domains',
    schema: DomainTrafficReturnedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.certificate_failed.v1': {
    topic: 'domains',
    schema: CertificateFailedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.list_failing.v1': {
    topic: 'domains',
    schema: ListFailingSchema,
    key: 'list id',
    producers: ['domains'],
  },
  'domains.certificate_issued.v1': {
    topic: 'domains',
    schema: CertificateIssuedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.ownership_noticed.v1': {
    topic: 'domains',
    schema: DomainOwnershipNoticedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.certificate_expiring.v1': {
    topic: 'domains',
    schema: CertificateExpiringSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.origin_certificate_expiring.v1': {
    topic: 'domains',
    schema: OriginCertificateExpiringSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.revocation_list_due.v1': {
    topic: 'domains',
    schema: RevocationListDueSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'domains.rollout_decided.v1': {
    topic: 'domains',
    schema: RolloutDecidedSchema,
    key: 'domain id',
    producers: ['domains'],
  },
  'edge.request_logs.v1': {
    topic: 'request-logs',
    schema: RequestLogBatchSchema,
    key: 'node id',
    producers: ['edge'],
  },
  'logs.exported.v1': { topic: 'alerts', schema: LogsExportedSchema, key: 'user id', producers: ['logs'] },
  'logs.stream_changed.v1': {
    topic: 'alerts',
    schema: LogStreamChangedSchema,
    key: 'user id',
    producers: ['logs'],
  },
  'logs.export_finished.v1': {
    topic: 'alerts',
    schema: ExportFinishedSchema,
    key: 'user id',
    producers: ['logs'],
  },
  'logs.site_totals.v1': {
    topic: 'site-totals',
    schema: SiteTotalsSchema,
    key: 'domain id',
    producers: ['logs'],
  },
  'logs.rollout_figures.v1': {
    topic: 'site-totals',
    schema: RolloutFiguresSchema,
    key: 'domain id',
    producers: ['logs'],
  },
  'logs.attack_detected.v1': {
    topic: 'alerts',
    schema: AttackDetectedSchema,
    key: 'domain id',
    producers: ['logs'],
  },
  'logs.origin_down.v1': { topic: 'alerts', schema: OriginDownSchema, key: 'domain id', producers: ['logs'] },
  'logs.origin_up.v1': { topic: 'alerts', schema: OriginUpSchema, key: 'domain id', producers: ['logs'] },
  'logs.visitor_reported.v1': {
    topic: 'alerts',
    schema: VisitorReportedSchema,
    key: 'domain id',
    producers: ['logs'],
  },
  'logs.status_page_suspended.v1': {
    topic: 'alerts',
    schema: StatusPageSuspendedSchema,
    key: 'user id',
    producers: ['logs'],
  },
  'logs.status_page_unsuspended.v1': {
    topic: 'alerts',
    schema: StatusPageUnsuspendedSchema,
    key: 'user id',
    producers: ['logs'],
  },
  'logs.alert_fired.v1': { topic: 'alerts', schema: AlertFiredSchema, key: 'user id', producers: ['logs'] },
  'logs.alert_resolved.v1': {
    topic: 'alerts',
    schema: AlertResolvedSchema,
    key: 'user id',
    producers: ['logs'],
  },
  'logs.weekly_report.v1': {
    topic: 'alerts',
    schema: TrafficReportSchema,
    key: 'user id',
    producers: ['logs'],
  },
  'logs.monthly_report.v1': {
    topic: 'alerts',
    schema: MonthlyReportSchema,
    key: 'user id',
    producers: ['logs'],
  },
} as const satisfies Record<string, EventDefinition>;

export interface EventDefinition {
  topic: Topic;
  schema: DescMessage;
  /** The publisher's partition key; documentation only. */
  key: string;
  /** Permitted sources. Consumers refuse the event from any other service, even with a valid signature. */
  producers: readonly EventProducer[];
}

/** Services that publish events; each signs with its own key. */
export const EVENT_PRODUCERS = ['auth', 'billing', 'domains', 'logs', 'mailer', 'edge'] as const;
export type EventProducer = (typeof EVENT_PRODUCERS)[number];

export type Topic =
  | 'users'
  | 'billing'
  | 'domains'
  | 'request-logs'
  | 'site-totals'
  | 'alerts'
  | 'audit'
  | 'mails';
export type EventType = keyof typeof EVENTS;

/** How many partitions a topic has. It may grow only while nothing is in flight, since keys then move. */
export const TOPIC_PARTITIONS: Readonly<Record<Topic, number>> = {
  users: 4,
  billing: 4,
  domains: 4,
  'request-logs': 4,
  'site-totals': 2,
  alerts: 2,
  audit: 1,
  mails: 2,
};
