import { Module } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { LogStore } from '../log-store.port.ts';
import { createLogStore } from './log-store.factory.ts';

/** Where request logs are kept. */
@Module({
  providers: [{ provide: LogStore, inject: [DataSource], useFactory: createLogStore }],
  exports: [LogStore],
})
export class LogStoreModule {}
