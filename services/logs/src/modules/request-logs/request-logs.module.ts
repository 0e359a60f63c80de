import { Module } from '@nestjs/common';
import { RequestLogsRepository } from './request-logs.repository.ts';

@Module({
  providers: [RequestLogsRepository],
  exports: [RequestLogsRepository],
})
export class RequestLogsModule {}
