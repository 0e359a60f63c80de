import { domainEventsV1 } from '@palisade/contracts';
import type { OutgoingEvent } from '@palisade/messaging';
import type { Domain } from '../domain-store/domain.entity.ts';
import type { RuleRolloutSite } from '../rule-rollout-store/rule-rollout.entity.ts';

export const rulesHeld = (domain: Domain, { id, reason }: RuleRolloutSite): OutgoingEvent => ({
  type: 'domains.rollout_decided.v1',
  key: domain.id,
  payload: {
    rolloutId: id,
    domainId: domain.id,
    ownerId: domain.ownerId,
    domainName: domain.domainName,
    outcome: domainEventsV1.RolloutOutcome.RULES_HELD,
    reason,
  },
});
