import { domainEventsV1 } from '@palisade/contracts';
import type { OutgoingEvent } from '@palisade/messaging';
import type { Domain } from '../domain-store/domain.entity.ts';
import type { Rollout } from '../rollout-store/rollout.entity.ts';

const { RolloutOutcome } = domainEventsV1;

export function rolloutDecided(domain: Domain, { id, state, reason }: Rollout): OutgoingEvent {
  return {
    type: 'domains.rollout_decided.v1',
    key: domain.id,
    payload: {
      rolloutId: id,
      domainId: domain.id,
      ownerId: domain.ownerId,
      domainName: domain.domainName,
      outcome: state === 'promoted' ? RolloutOutcome.PROMOTED : RolloutOutcome.TAKEN_BACK,
      reason,
    },
  };
}
