import { Module } from '@nestjs/common';
import { MailsModule } from '../mails/mails.module.ts';
import { ContactController } from './contact.controller.ts';
import { ContactService } from './contact.service.ts';

/** The contact form. */
@Module({
  imports: [MailsModule],
  controllers: [ContactController],
  providers: [ContactService],
})
export class ContactModule {}
