export {
  type DnsRecord,
  type DnsServer,
  eventually,
  freePort,
  type KafkaServer,
  type KeyPair,
  newPassword,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
  type PostgresServer,
  type RedisServer,
} from '@palisade/local-servers';
export { type RecordedCall, recordCall } from './call-record.ts';
export * from './infrastructure.ts';
export * from './test-data.ts';
