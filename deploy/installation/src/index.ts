export { selfSignedCertificate } from './config/certificates.ts';
export { createServiceRole, query } from './config/database-roles.ts';
export * from './config/kafka-users.ts';
export * from './config/keys.ts';
export {
  keysFile,
  type ProcessSettings,
  readProcessSettings,
  writeKeyFiles,
  writeProcessSettings,
} from './config/process-settings.ts';
export { REDIS_SETTINGS } from './config/redis-settings.ts';
export * from './config/redis-users.ts';
export { redisPasswordsOf } from './config/rotation.ts';
export * from './config/secrets.ts';
export * from './config/settings.ts';
export { RedisGuard, type RedisGuardOptions } from './redis-guard.ts';
