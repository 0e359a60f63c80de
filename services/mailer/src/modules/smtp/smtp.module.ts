import { Module } from '@nestjs/common';
import { ServerSelectionService } from './server-selection.service.ts';

/** Which SMTP server takes a mail. */
@Module({
  providers: [ServerSelectionService],
  exports: [ServerSelectionService],
})
export class SmtpModule {}
