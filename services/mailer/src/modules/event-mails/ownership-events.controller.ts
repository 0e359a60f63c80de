import { timestampDate } from '@bufbuild/protobuf/wkt';
import { Controller } from '@nestjs/common';
import { domainEventsV1 } from '@palisade/contracts';
import { type EventContext, OnEvent } from '@palisade/messaging/nest';
import { formatDay } from '../../templating/format.ts';
import type { MailTemplate } from '../../templating/texts/mail-texts.ts';
import { AccountMailsService } from './account-mails.service.ts';

const Notice = domainEventsV1.OwnershipNotice;

const TEMPLATES: Readonly<Record<domainEventsV1.OwnershipNotice, MailTemplate | null>> = {
  [Notice.UNSPECIFIED]: null,
  [Notice.FAILING]: 'ownership_failing',
  [Notice.CONFIRMED]: 'ownership_confirmed',
  [Notice.RELEASED]: 'ownership_released',
  [Notice.CONTESTED]: 'ownership_contested',
  [Notice.KEPT]: 'ownership_kept',
  [Notice.LOST]: 'ownership_lost',
  [Notice.WON]: 'ownership_won',
  [Notice.DENIED]: 'ownership_denied',
  [Notice.CONSENT_ASKED]: 'ownership_consent_asked',
  [Notice.CONSENT_GIVEN]: 'ownership_consent_given',
  [Notice.CONSENT_REFUSED]: 'ownership_consent_refused',
};

/** Mails about who owns a domain. No setting stops them, since they name a deadline. */
@Controller()
export class OwnershipEventsController {
  constructor(private readonly outbound: AccountMailsService) {}

  @OnEvent('domains.ownership_noticed.v1')
  async onNotice(
    event: domainEventsV1.DomainOwnershipNoticed,
    { event: { id } }: EventContext,
  ): Promise<void> {
    const template = TEMPLATES[event.notice] ?? null;
    if (template === null) return;
    await this.outbound.toUser(id, event.ownerId, 'account', template, {
      domain: event.domainName,
      other_name: event.otherName,
      until: event.until ? formatDay(timestampDate(event.until)) : '',
    });
  }
}
