export { AccountDataModule } from './account-data/account-data.module.ts';
export * from './account-data/read-account-data.ts';
export * from './config/company.ts';
export * from './config/fields.ts';
export * from './config/key-file.ts';
export * from './config/load-config.ts';
export * from './crypto/followed-secret-box.ts';
export * from './crypto/secret-box.ts';
export { allowSilence } from './database/bounded-client.ts';
export { buildIndex } from './database/build-index.ts';
export { clientTransaction } from './database/client-transaction.ts';
export * from './database/database.module.ts';
export { orderBehind } from './database/keyset-page.ts';
export { type Resealed, resealColumns, type SealedColumn } from './database/reseal.ts';
export { RotatingSecrets, sealedColumns } from './database/rotating-secrets.ts';
export { affectedRows, queryOne, queryRows } from './database/rows.ts';
export * from './database/violated-unique.ts';
export * from './errors/domain-error.ts';
export { sendProblem } from './errors/problem.filter.ts';
export * from './errors/problem.ts';
export * from './errors/problem-of.ts';
export { type ChannelSettings, InternalChannel } from './grpc/channel.ts';
export * from './grpc/client.ts';
export { grpcClientProvider } from './grpc/client-provider.ts';
export * from './grpc/server.ts';
export * from './health/health.controller.ts';
export type { ReadinessCheck } from './health/readiness.ts';
export * from './http/bootstrap.ts';
export * from './http/client-network.ts';
export * from './http/device-cookie.ts';
export { describeApi } from './http/openapi.ts';
export { Operation, TaggedController } from './http/operation.ts';
export { describeRefusals, Refuses } from './http/refusals.ts';
export * from './http/service.module.ts';
export { databaseReadiness, serviceIdentity } from './http/service-options.ts';
export * from './identity/access.guard.ts';
export * from './identity/access.ts';
export { AccessRefusals } from './identity/access-refusals.ts';
export * from './identity/identity.ts';
export * from './identity/internal-tokens.ts';
export * from './identity/sensitive-actions.ts';
export * from './ids/ids.ts';
export * from './jobs/claimed-work-job.ts';
export * from './jobs/interval-job.ts';
export * from './logging/json-logger.ts';
export * from './logging/request-scope.ts';
export * from './metrics/durations.ts';
export * from './metrics/metrics.ts';
export { AllowedAddresses } from './outbound/allowed-addresses.ts';
export * from './outbound/guarded-request.ts';
export { FIRST_FREE_PORT, webAddress } from './outbound/web-address.schema.ts';
export { newWebhookSecret, signatureHeaders } from './outbound/webhook-signature.ts';
export { fetchInSpan, outboundSpan } from './tracing/outbound.ts';
export {
  errorTypeOf,
  inNewTrace,
  inSpan,
  inSpanOf,
  inSpanOfMany,
  type NewSpan,
  type OpenSpan,
  openSpan,
} from './tracing/spans.ts';
export { currentTraceparent, runInTrace, traceparentWithin } from './tracing/trace-scope.ts';
