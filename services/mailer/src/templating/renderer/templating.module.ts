import { Module } from '@nestjs/common';
import { MailRendererService } from './mail-renderer.service.ts';

/** Renders the texts of mails to HTML and plain text. */
@Module({ providers: [MailRendererService], exports: [MailRendererService] })
export class TemplatingModule {}
