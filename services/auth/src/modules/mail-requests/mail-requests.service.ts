import { Inject, Injectable } from '@nestjs/common';
import { mailEventsV1, type RequestedMail } from '@palisade/contracts';
import { OutboxWriter } from '@palisade/messaging';
import { SecretBox } from '@palisade/nest-kit';
import type { EntityManager } from 'typeorm';
import { v7 as uuidv7 } from 'uuid';

/** Mails of this service, by the mailer's template names. */
export type AccountMail = Exclude<RequestedMail, 'plan_expiring' | 'bandwidth_warning'>;

export interface MailRequest {
  template: AccountMail;
  to: { id: string; email: string; fullName: string; username: string; emailConfirmedAt: Date | null };
  /** Another address than the account's own, such as the one it had before. */
  address?: string;
  variables?: Record<string, string>;
  /** Variables that must not appear unencrypted in a database or log, such as links with a token. */
  secretVariables?: Record<string, string>;
}

/** Requests mails, in the transaction that makes them due. */
@Injectable()
export class MailRequestsService {
  constructor(
    private readonly outbox: OutboxWriter,
    @Inject(SecretBox) private readonly secrets: SecretBox,
  ) {}

  async send(manager: EntityManager, request: MailRequest): Promise<void> {
    const mailId = uuidv7();
    await this.outbox.add(manager, 'mailer.mail_requested.v1', request.to.id, {
      mailId,
      category: mailEventsV1.MailCategory.ACCOUNT,
      template: request.template,
      to: request.address ?? request.to.email,
      toName: nameOf(request.to),
      userId: request.to.id,
      variables: request.variables ?? {},
      sealedVariables: request.secretVariables
        ? this.secrets.seal(JSON.stringify(request.secretVariables), `mail:${mailId}`)
        : '',
    });
  }
}

/** Anybody can enter a stranger's address: until it is confirmed, no mail to it shows the name they chose. */
const nameOf = ({ emailConfirmedAt, fullName, username }: MailRequest['to']): string =>
  emailConfirmedAt === null ? '' : fullName || username;
