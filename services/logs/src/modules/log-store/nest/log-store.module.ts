import { Module, type OnApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LOGS_CONFIG } from '../../../config/config.ts';
import { LogStore } from '../log-store.port.ts';
import { FacetDaysJob } from './facet-days.job.ts';
import { LogBlocksJob } from './log-blocks.job.ts';
import { createLogStore } from './log-store.factory.ts';

/** The log store. */
@Module({
  providers: [
    LogBlocksJob,
    FacetDaysJob,
    { provide: LogStore, inject: [DataSource, LOGS_CONFIG], useFactory: createLogStore },
  ],
  exports: [LogStore],
})
export class LogStoreModule implements OnApplicationShutdown {
  constructor(private readonly store: LogStore) {}

  onApplicationShutdown(): Promise<void> {
    return this.store.close();
  }
}
