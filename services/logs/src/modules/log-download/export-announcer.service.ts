import { Injectable } from '@nestjs/common';
import { uuidV7 } from '@palisade/messaging';
import { EventPublisher } from '@palisade/messaging/nest';
import { DomainError, requestScope, type UserCaller } from '@palisade/nest-kit';

/** Publishes exports, so that they appear among the account's security events. */
@Injectable()
export class ExportAnnouncerService {
  constructor(private readonly publisher: EventPublisher) {}

  /**
   * Before the first line is sent: an export that cannot be recorded is refused.
   * @throws DomainError unavailable `export_not_recorded`
   */
  async announce(caller: UserCaller, domainName: string | null): Promise<void> {
    try {
      await this.publisher.publish([
        {
          type: 'logs.exported.v1',
          key: caller.userId,
          payload: {
            exportId: uuidV7(),
            userId: caller.userId,
            domainName: domainName ?? '',
            clientAddress: caller.clientAddress,
            userAgent: requestScope.getStore()?.userAgent ?? '',
            byApiKey: caller.scopes.length > 0,
          },
        },
      ]);
    } catch (error) {
      const detail = 'The export cannot be recorded at the moment. Please try again.';
      throw new DomainError('unavailable', 'export_not_recorded', detail, { cause: error });
    }
  }
}
