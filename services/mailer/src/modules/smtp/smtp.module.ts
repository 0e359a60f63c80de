import { Module } from '@nestjs/common';
import { ServerSelectionService } from './server-selection.service.ts';

/** Selection of the SMTP server for a mail. */
@Module({
  providers: [ServerSelectionService],
  exports: [ServerSelectionService],
})
export class SmtpModule {}
