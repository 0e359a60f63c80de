import { Module } from '@nestjs/common';
import { LogStoreModule } from '../log-store/nest/log-store.module.ts';
import { LogSearchService } from './log-search.service.ts';

@Module({
  imports: [LogStoreModule],
  providers: [LogSearchService],
  exports: [LogSearchService],
})
export class SearchModule {}
