import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { OutgoingEvent } from '@palisade/messaging';
import type { Domain } from '../domain-store/domain.entity.ts';
import type { LeafDetails } from './leaf-details.rules.ts';

const about = ({ id, ownerId, domainName }: Domain) => ({ domainId: id, ownerId, domainName });

export const certificateIssued = (domain: Domain, { names, notAfter }: LeafDetails): OutgoingEvent => ({
  type: 'domains.certificate_issued.v1',
  key: domain.id,
  payload: { ...about(domain), names, expiresAt: timestampFromDate(notAfter) },
});

export const certificateFailed = (domain: Domain, problem: string, endsAt: Date | null): OutgoingEvent => ({
  type: 'domains.certificate_failed.v1',
  key: domain.id,
  payload: { ...about(domain), problem, ...(endsAt !== null && { expiresAt: timestampFromDate(endsAt) }) },
});

export const certificateExpiring = (domain: Domain, endsAt: Date): OutgoingEvent => ({
  type: 'domains.certificate_expiring.v1',
  key: domain.id,
  payload: { ...about(domain), expiresAt: timestampFromDate(endsAt) },
});
