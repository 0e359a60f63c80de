export {
  createServiceRole,
  KAFKA_SERVICES,
  type KafkaRight,
  type KeyPair,
  kafkaRights,
  newPassword,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
  selfSignedCertificate,
} from '@palisade/installation';
export * from './clickhouse.ts';
export * from './dns.ts';
export { freePort, freePorts } from './free-port.ts';
export * from './go-programs.ts';
export * from './kafka.ts';
export { KAFKA_VERSION } from './kafka-jars.ts';
export { writeMmdb } from './mmdb-writer.ts';
export { endWithParent } from './parent-watch.ts';
export * from './postgres.ts';
export { othersCanReach } from './postgres-binaries.ts';
export * from './private-files.ts';
export * from './processes.ts';
export { type Program, programs } from './programs.ts';
export * from './redis.ts';
