export {
  type DnsRecord,
  type DnsServer,
  endWithParent,
  freePort,
  freePorts,
  goProgram,
  type KafkaServer,
  type KeyPair,
  newPassword,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
  type PostgresServer,
  type RedisServer,
  selfSignedCertificate,
  stopChild,
  writeMmdb,
} from '@palisade/local-servers';
export { builtProgram, compiledCode } from './built-programs.ts';
export { chromiumPath } from './chromium.ts';
export * from './clickhouse.ts';
export { eventually } from './eventually.ts';
export type { Disposable } from './fresh-folder.ts';
export * from './infrastructure.ts';
export * from './kafka.ts';
export { borrow, type Lendable, type Loan, lend } from './lending.ts';
export * from './postgres.ts';
export { seededRandom } from './seeded-random.ts';
export { type ServiceAnswer, serviceClient } from './service-client.ts';
export { silentLogger } from './silent-logger.ts';
export { SilentRelay } from './silent-relay.ts';
export { type CollectedSpan, type SpanCollector, startSpanCollector } from './span-collector.ts';
export * from './surroundings.ts';
export * from './test-data.ts';
export { until } from './until.ts';
