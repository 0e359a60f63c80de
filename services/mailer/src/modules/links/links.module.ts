import { Module } from '@nestjs/common';
import { MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { SignedLinksService } from './signed-links.service.ts';

/** Links in mails that prove who reads them. */
@Module({
  providers: [
    {
      provide: SignedLinksService,
      inject: [MAILER_CONFIG],
      useFactory: (config: MailerConfig) =>
        new SignedLinksService(config.PALISADE_LINK_KEY, config.PALISADE_PUBLIC_URL),
    },
  ],
  exports: [SignedLinksService],
})
export class LinksModule {}
