import type { Provider } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { READINESS_CHECKS } from '../health/health.controller.ts';
import type { ReadinessCheck } from '../health/readiness.ts';
import type { ServiceOptions } from './service.module.ts';

/** As each service's configuration has them: see `commonFields`. */
interface IdentityConfig extends NonNullable<ServiceOptions['tracing']> {
  PALISADE_INTERNAL_PRIVATE_KEY: string;
  PALISADE_INTERNAL_PUBLIC_KEYS: ServiceOptions['publicKeys'];
  PALISADE_INTERNAL_CERTIFICATES: ServiceOptions['certificates'];
  PALISADE_KEYS_FILE?: string | undefined;
}

/** A service's name for others, and its trace exporter: for `ServiceModule.forRoot`. */
export const serviceIdentity = (name: string, config: IdentityConfig): Omit<ServiceOptions, 'readiness'> => ({
  name,
  privateKey: config.PALISADE_INTERNAL_PRIVATE_KEY,
  publicKeys: config.PALISADE_INTERNAL_PUBLIC_KEYS,
  certificates: config.PALISADE_INTERNAL_CERTIFICATES,
  keysFile: config.PALISADE_KEYS_FILE,
  tracing: config,
});

const databaseCheck = (dataSource: DataSource): ReadinessCheck => ({
  name: 'database',
  check: async () => void (await dataSource.query('SELECT 1')),
});

/** Ready while the database answers, and whatever else is checked. @param others tokens of further checks' connections */
export const databaseReadiness = <Others extends unknown[]>(
  others: { inject: unknown[]; checks: (...connections: Others) => ReadinessCheck[] } = {
    inject: [],
    checks: () => [],
  },
): Provider<readonly ReadinessCheck[]> => ({
  provide: READINESS_CHECKS,
  inject: [DataSource, ...(others.inject as never[])],
  useFactory: (dataSource: DataSource, ...connections: Others) => [
    databaseCheck(dataSource),
    ...others.checks(...connections),
  ],
});
