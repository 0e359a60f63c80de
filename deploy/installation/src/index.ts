export { selfSignedCertificate } from './certificates.ts';
export { createServiceRole, query } from './database-roles.ts';
export * from './keys.ts';
export { RedisGuard, type RedisGuardOptions } from './redis-guard.ts';
export { REDIS_SETTINGS } from './redis-settings.ts';
export * from './redis-users.ts';
export { redisPasswordsOf } from './rotation.ts';
export * from './secrets.ts';
export * from './settings.ts';
export {
  keysFile,
  readToldSettings,
  type ToldSettings,
  writeKeyFiles,
  writeToldSettings,
} from './told-settings.ts';
