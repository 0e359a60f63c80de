import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { domainEventsV1 } from '@palisade/contracts';
import type { OutgoingEvent } from '@palisade/messaging';
import type { Domain } from '../domain-store/domain.entity.ts';

export const Notice = domainEventsV1.OwnershipNotice;

/** Mails to a domain's claimant. */
export function ownershipNoticed(
  domain: Pick<Domain, 'id' | 'ownerId' | 'domainName'>,
  notice: domainEventsV1.OwnershipNotice,
  { until, otherName = '' }: { until?: Date; otherName?: string } = {},
): OutgoingEvent {
  return {
    type: 'domains.ownership_noticed.v1',
    key: domain.id,
    payload: {
      domainId: domain.id,
      ownerId: domain.ownerId,
      domainName: domain.domainName,
      notice,
      otherName,
      ...(until && { until: timestampFromDate(until) }),
    },
  };
}
