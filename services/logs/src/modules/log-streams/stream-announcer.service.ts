import { Injectable } from '@nestjs/common';
import { securityEventsV1 } from '@palisade/contracts';
import { uuidV7 } from '@palisade/messaging';
import { auditEvent, EventPublisher } from '@palisade/messaging/nest';
import { DomainError, requestScope, type UserCaller, type UserId } from '@palisade/nest-kit';

const { LogStreamAct } = securityEventsV1;

/** Who changes a stream, and its owner: an account, or null for a stream of all sites. */
export interface StreamKeeper {
  caller: UserCaller;
  ownerId: UserId | null;
}
export const ofOwner = (caller: UserCaller): StreamKeeper => ({ caller, ownerId: caller.userId });
export const ofOperator = (caller: UserCaller): StreamKeeper => ({ caller, ownerId: null });

/** The action, as the audit log and the event name it. */
const ACTS = {
  created: LogStreamAct.ADDED,
  updated: LogStreamAct.CHANGED,
  redirected: LogStreamAct.REDIRECTED,
  secret_renewed: LogStreamAct.SECRET_RENEWED,
  deleted: LogStreamAct.DELETED,
} as const;
export type StreamAct = keyof typeof ACTS;

export interface AnnouncedStream {
  stream_id: string;
  site_name: string;
  name: string;
  kind: string;
  hint: string;
}

/**
 * Announces changes of streams: owners are notified of theirs as of an export; changes of streams of all sites go to
 * the audit log.
 */
@Injectable()
export class StreamAnnouncerService {
  constructor(private readonly publisher: EventPublisher) {}

  /**
   * Nobody caused it, but records that the target does not receive in time are lost, so the owner is notified as of a
   * manual change.
   */
  async pausedByPlan(ownerId: UserId, { site_name, name, hint }: AnnouncedStream): Promise<void> {
    await this.publisher.publish([
      {
        type: 'logs.stream_changed.v1',
        key: ownerId,
        payload: {
          changeId: uuidV7(),
          userId: ownerId,
          domainName: site_name,
          streamName: name,
          hint,
          act: LogStreamAct.PAUSED_BY_PLAN,
        },
      },
    ]);
  }

  /**
   * To be called before the change: without a record nothing is changed.
   * @throws DomainError unavailable `log_stream_not_recorded`
   */
  async announce({ caller, ownerId }: StreamKeeper, act: StreamAct, stream: AnnouncedStream): Promise<void> {
    const { stream_id, site_name, name, kind, hint } = stream;
    try {
      await this.publisher.publish([
        ownerId === null
          ? auditEvent(caller, `log_stream.${act}`, stream_id, { name, kind, target: hint })
          : {
              type: 'logs.stream_changed.v1',
              key: ownerId,
              payload: {
                changeId: uuidV7(),
                userId: ownerId,
                domainName: site_name,
                streamName: name,
                hint,
                act: ACTS[act],
                clientAddress: caller.clientAddress,
                userAgent: requestScope.getStore()?.userAgent ?? '',
                byApiKey: caller.scopes.length > 0,
              },
            },
      ]);
    } catch (error) {
      const detail = 'This cannot be recorded at the moment. Please try again.';
      throw new DomainError('unavailable', 'log_stream_not_recorded', detail, { cause: error });
    }
  }
}
