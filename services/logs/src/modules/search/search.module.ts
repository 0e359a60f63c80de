import { Module } from '@nestjs/common';
import { RequestLogsModule } from '../request-logs/request-logs.module.ts';
import { LogSearchService } from './log-search.service.ts';

@Module({
  imports: [RequestLogsModule],
  providers: [LogSearchService],
  exports: [LogSearchService],
})
export class SearchModule {}
