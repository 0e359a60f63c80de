import { Module } from '@nestjs/common';
import { KeyFile } from '@palisade/nest-kit';
import { linkKeyFields, MAILER_CONFIG, type MailerConfig } from '../../config/config.ts';
import { SignedLinksService } from './signed-links.service.ts';

/** Signed links in mails, which prove who reads them. */
@Module({
  providers: [
    {
      provide: SignedLinksService,
      inject: [MAILER_CONFIG, KeyFile],
      useFactory: signedLinks,
    },
  ],
  exports: [SignedLinksService],
})
export class LinksModule {}

function signedLinks(config: MailerConfig, keys: KeyFile): SignedLinksService {
  const links = new SignedLinksService(
    config.PALISADE_LINK_KEY,
    config.PALISADE_PUBLIC_URL,
    config.PALISADE_LINK_PREVIOUS_KEYS,
  );
  keys.use((settings) => {
    const next = linkKeyFields.parse(settings);
    return links.prepare(next.PALISADE_LINK_KEY, next.PALISADE_LINK_PREVIOUS_KEYS);
  });
  return links;
}
