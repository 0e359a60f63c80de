import type { DatabaseOptions } from '@palisade/nest-kit';
import type { MailerConfig } from '../config.ts';
import { Mailer1763800000000 } from './migrations/1763800000000-mailer.ts';

export function databaseOptions(config: MailerConfig): DatabaseOptions {
  return {
    url: config.PALISADE_DATABASE_URL,
    schema: 'mailer',
    poolSize: config.PALISADE_DATABASE_POOL,
    entities: [],
    migrations: [Mailer1763800000000],
  };
}
