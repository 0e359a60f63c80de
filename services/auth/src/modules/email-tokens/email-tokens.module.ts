import { Module } from '@nestjs/common';
import { EmailTokensService } from './email-tokens.service.ts';

/** Tokens that are sent by mail. */
@Module({
  providers: [EmailTokensService],
  exports: [EmailTokensService],
})
export class EmailTokensModule {}
