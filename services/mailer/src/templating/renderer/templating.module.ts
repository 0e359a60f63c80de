import { Module } from '@nestjs/common';
import { MailRendererService } from './mail-renderer.service.ts';

/** Turns the texts of mails into HTML and plain text. */
@Module({ providers: [MailRendererService], exports: [MailRendererService] })
export class TemplatingModule {}
