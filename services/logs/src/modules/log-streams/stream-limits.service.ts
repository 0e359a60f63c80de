import { Inject, Injectable } from '@nestjs/common';
import { DomainError, type UserId } from '@palisade/nest-kit';
import { DOMAINS_CLIENT, type DomainsClient } from '../../connections/domains-client.ts';

/** Maximum for an account whose plan has no limit, and for the operator. */
export const MAX_STREAMS = 50;

export interface StreamLimit {
  planName: string;
  streams: number;
}

/** Maximum number of an owner's streams, by their plan. */
@Injectable()
export class StreamLimitsService {
  constructor(@Inject(DOMAINS_CLIENT) private readonly domains: DomainsClient) {}

  /** @throws DomainError `service_unavailable` */
  async of(ownerId: UserId): Promise<StreamLimit> {
    const { planName, entitlements } = await this.domains.getOwnerPlan({ userId: ownerId });
    return { planName, streams: Math.min(entitlements?.maxLogStreams ?? MAX_STREAMS, MAX_STREAMS) };
  }
}

export function streamLimitReached({ planName, streams }: StreamLimit): DomainError {
  if (streams >= MAX_STREAMS)
    return new DomainError(
      'conflict',
      'too_many_log_streams',
      `There are at most ${MAX_STREAMS} log streams. Remove one first.`,
    );
  const included = { 0: 'no log streams', 1: '1 log stream' }[streams] ?? `${streams} log streams`;
  return new DomainError(
    'payment_required',
    'upgrade_required',
    `Upgrade required: your ${planName} plan includes ${included}. Upgrade your plan to add more.`,
  );
}
