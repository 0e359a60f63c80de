import type { DynamicModule } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import type { Registry } from 'prom-client';
import { type DataSource, type DataSourceOptions, DefaultNamingStrategy } from 'typeorm';
import { KeyFile } from '../config/key-file.ts';
import { watchDatabase } from '../metrics/database-metrics.ts';
import { Metrics } from '../metrics/metrics.ts';
import { BoundedClient } from './bounded-client.ts';
import { followDatabaseLogin } from './follow-login.ts';
import { OneConnectionDataSource } from './one-connection.ts';

type Classes = NonNullable<DataSourceOptions['entities']>;
type Migrations = NonNullable<DataSourceOptions['migrations']>;

export interface DatabaseOptions {
  /** The service's own role, which reaches the service's own schema only. */
  url: string;
  schema: string;
  poolSize: number;
  entities: Classes;
  migrations: Migrations;
}

/** A service's database: its own schema, migrated before the service starts. */
export function databaseModule(options: DatabaseOptions): DynamicModule {
  let registry: Registry;
  let keys: KeyFile;
  return TypeOrmModule.forRootAsync({
    inject: [Metrics, KeyFile],
    useFactory: (metrics: Metrics, keyFile: KeyFile) => {
      ({ registry } = metrics);
      keys = keyFile;
      return dataSourceOptions(options);
    },
    dataSourceFactory: async (settings) => {
      const dataSource = new OneConnectionDataSource(settings ?? dataSourceOptions(options));
      await dataSource.initialize();
      await watchDatabase(dataSource, registry);
      followDatabaseLogin(dataSource, keys, options.url);
      return dataSource;
    },
  });
}

/** For command-line tools, which may be the first to start after an upgrade: migrated as a service's is. */
export function openDatabase(options: DatabaseOptions): Promise<DataSource> {
  return new OneConnectionDataSource(dataSourceOptions(options)).initialize();
}

/** For how long the server works on a statement. */
const STATEMENT_MS = 30_000;
/**
 * How long a transaction may be idle with its locks. A process that is suspended, for instance with its machine, would
 * otherwise block all others for as long. Shorter than the statement timeout, so that waiting statements get the locks
 * instead of failing first.
 */
const SILENCE_MS = 20_000;

/** For tests that need a DataSource without Nest. */
export function dataSourceOptions(options: DatabaseOptions): DataSourceOptions {
  return {
    type: 'postgres',
    url: options.url,
    schema: options.schema,
    poolSize: options.poolSize,
    entities: options.entities,
    migrations: options.migrations,
    migrationsRun: true,
    migrationsTableName: 'migrations',
    migrationsTransactionMode: 'each',
    synchronize: false,
    namingStrategy: new SnakeNames(),
    // Statements that confuse time zones would fail silently; so the session's time zone is fixed.
    extra: {
      Client: BoundedClient,
      options: `-c search_path=${options.schema} -c TimeZone=UTC`,
      statement_timeout: STATEMENT_MS,
      idle_in_transaction_session_timeout: SILENCE_MS,
    },
    // Not 'error': it would print the parameters of failed statements, secrets among them. The error itself is thrown.
    logging: ['migration'],
  };
}

/** userId in code, user_id in the database. */
class SnakeNames extends DefaultNamingStrategy {
  override columnName(propertyName: string, customName: string | undefined, prefixes: string[]): string {
    return [...prefixes, customName ?? propertyName].map(snake).join('_');
  }
  override joinColumnName(relationName: string, referencedColumnName: string): string {
    return snake(`${relationName}_${referencedColumnName}`);
  }
  override tableName(targetName: string, userSpecifiedName: string | undefined): string {
    return userSpecifiedName ?? snake(targetName);
  }
}

const snake = (name: string): string => name.replace(/([a-z0-9])([A-Z])/g, '$1_$2').toLowerCase();
