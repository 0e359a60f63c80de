import { create } from '@bufbuild/protobuf';
import { Controller, type INestMicroservice, Module, UseFilters } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices';
import { billingV1, domainsV1 } from '@palisade/contracts';
import { PLAN_SLUGS, type PlanSlug, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { DomainError, GrpcErrorFilter, grpcServer, InternalChannel } from '@palisade/nest-kit';
import type { InternalKeys } from '@palisade/testing';

/** State behind the stubs of billing and domains; tests read and write it. */
export class NeighbourState {
  /** Users with a paid plan. */
  readonly paid = new Set<string>();
  readonly plans = new Map<string, PlanSlug>();
  readonly domains = new Map<string, { name: string; total: bigint; blocked: bigint }[]>();
  readonly calls: string[] = [];
}
let state = new NeighbourState();

function planOf(userId: string) {
  const slug = state.plans.get(userId) ?? 'free';
  const {
    maxDomains,
    maxRateLimitRequests,
    maxCustomRules,
    maxInspectedUploadMb,
    maxRecordedRequests,
    maxLogStreams,
    bandwidthBytes,
    ...rest
  } = SEED_ENTITLEMENTS[slug];
  return create(billingV1.UserPlanSchema, {
    userId,
    planSlug: slug,
    planName: slug.charAt(0).toUpperCase() + slug.slice(1),
    status: slug === 'free' ? 'free' : 'active',
    entitlements: {
      ...rest,
      planSlug: slug,
      maxDomains: maxDomains ?? undefined,
      maxRateLimitRequests: maxRateLimitRequests ?? undefined,
      maxCustomRules: maxCustomRules ?? undefined,
      maxInspectedUploadMb: maxInspectedUploadMb ?? undefined,
      maxRecordedRequests: maxRecordedRequests ?? undefined,
      maxLogStreams: maxLogStreams ?? undefined,
      bandwidthBytes: bandwidthBytes === null ? undefined : BigInt(bandwidthBytes),
    },
  });
}

@Controller()
@UseFilters(GrpcErrorFilter)
class BillingStub {
  @GrpcMethod('BillingService', 'GetUserPlans')
  getUserPlans({ userIds }: billingV1.GetUserPlansRequest) {
    state.calls.push('GetUserPlans');
    return create(billingV1.GetUserPlansResponseSchema, { plans: userIds.map(planOf) });
  }
  @GrpcMethod('BillingService', 'SetUserPlan')
  setUserPlan({ userId, planSlug, actorId, endsPaidTime }: billingV1.SetUserPlanRequest) {
    state.calls.push(`SetUserPlan ${planSlug} by ${actorId}`);
    const slug = PLAN_SLUGS.find((known) => known === planSlug);
    if (slug === undefined) throw new DomainError('not_found', 'plan_not_found', 'Plan not found');
    if (state.paid.has(userId) && !endsPaidTime)
      throw new DomainError('conflict', 'ends_paid_time', 'Starter is paid for');
    state.plans.set(userId, slug);
    return create(billingV1.SetUserPlanResponseSchema, { plan: planOf(userId) });
  }
  @GrpcMethod('BillingService', 'CancelSubscription')
  cancelSubscription({ userId }: billingV1.CancelSubscriptionRequest) {
    state.calls.push('CancelSubscription');
    state.plans.delete(userId);
    return create(billingV1.CancelSubscriptionResponseSchema, { plan: planOf(userId) });
  }
}

@Controller()
class DomainsStub {
  @GrpcMethod('DomainsService', 'ListDomainsOfUsers')
  listDomainsOfUsers({ userIds }: domainsV1.ListDomainsOfUsersRequest) {
    const domains = userIds.flatMap((ownerId) =>
      (state.domains.get(ownerId) ?? []).map(({ name, total, blocked }) => ({
        id: `${name}-id`,
        ownerId,
        domainName: name,
        isActive: true,
        dnsVerified: true,
        totalRequests: total,
        allowedRequests: total - blocked,
        blockedRequests: blocked,
      })),
    );
    return create(domainsV1.ListDomainsOfUsersResponseSchema, { domains });
  }

  @GrpcMethod('DomainsService', 'GetDomains')
  getDomains({ ids }: domainsV1.GetDomainsRequest) {
    state.calls.push('GetDomains');
    const domains = [...state.domains.values()]
      .flat()
      .map(({ name }) => ({ id: `${name}-id`, domainName: name }))
      .filter(({ id }) => ids.includes(id));
    return create(domainsV1.GetDomainsResponseSchema, { domains });
  }
}

@Module({ controllers: [BillingStub, DomainsStub] })
class NeighboursModule {}

export interface Neighbours {
  state: NeighbourState;
  stop(): Promise<void>;
}

/** Stubs of billing and domains on one port, by their contracts, backed by maps. */
export async function startNeighbours(port: number, keys: InternalKeys): Promise<Neighbours> {
  state = new NeighbourState();
  const app: INestMicroservice = await NestFactory.createMicroservice<MicroserviceOptions>(NeighboursModule, {
    ...grpcServer(
      `127.0.0.1:${port}`,
      new InternalChannel('billing', keys.channelSettings('billing')),
      billingV1.BillingService,
      domainsV1.DomainsService,
    ),
    logger: false,
  });
  await app.listen();
  return { state, stop: () => app.close() };
}
