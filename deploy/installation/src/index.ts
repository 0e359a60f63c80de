export { selfSignedCertificate } from './certificates.ts';
export { createServiceRole, query } from './database-roles.ts';
export * from './keys.ts';
export { RedisGuard, type RedisGuardOptions } from './redis-guard.ts';
export { REDIS_SETTINGS } from './redis-settings.ts';
export * from './redis-users.ts';
export * from './secrets.ts';
export * from './settings.ts';
export { readToldSettings, type ToldSettings, writeToldSettings } from './told-settings.ts';
