import type { OutgoingEvent } from '@palisade/messaging';
import type { Domain } from './domain.entity.ts';

type DomainEventType = 'domains.domain_added.v1' | 'domains.domain_verified.v1' | 'domains.domain_removed.v1';

export function domainEvent(type: DomainEventType, domain: Domain): OutgoingEvent {
  return {
    type,
    key: domain.id,
    payload: { domainId: domain.id, ownerId: domain.ownerId, domainName: domain.domainName },
  };
}

export function domainChanged(domain: Domain): OutgoingEvent {
  return {
    type: 'domains.domain_changed.v1',
    key: domain.id,
    payload: {
      domainId: domain.id,
      ownerId: domain.ownerId,
      domainName: domain.domainName,
      isActive: domain.isActive,
      configVersion: BigInt(domain.configVersion),
    },
  };
}
