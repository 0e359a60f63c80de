import { create } from '@bufbuild/protobuf';
import { Controller, type INestMicroservice, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { GrpcMethod, type MicroserviceOptions } from '@nestjs/microservices';
import { billingV1 } from '@palisade/contracts';
import { type PlanSlug, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { nameOfSlug } from '@palisade/entitlements/known-plan';
import { toMessage } from '@palisade/entitlements/wire';
import { grpcServer, InternalChannel } from '@palisade/nest-kit';
import type { InternalKeys } from '@palisade/testing';

const plans = new Map<string, { slug: PlanSlug; revision: bigint }>();
/** Users for whom the call fails. */
const unanswered = new Set<string>();

/** Billing's gRPC contract over a map; other users have the free plan. */
@Controller()
class BillingStubController {
  @GrpcMethod('BillingService', 'GetUserPlan')
  getUserPlan({ userId }: billingV1.GetUserPlanRequest) {
    if (unanswered.has(userId)) return new Promise<never>(() => undefined);
    const { slug, revision } = plans.get(userId) ?? { slug: 'free' as const, revision: 0n };
    return create(billingV1.GetUserPlanResponseSchema, {
      plan: {
        userId,
        planSlug: slug,
        planName: nameOfSlug(slug),
        status: slug === 'free' ? 'free' : 'active',
        entitlements: toMessage(slug, SEED_ENTITLEMENTS[slug]),
        revision,
      },
    });
  }
}

@Module({ controllers: [BillingStubController] })
class BillingStubModule {}

export interface BillingStub {
  setPlan(userId: string, slug: PlanSlug): { slug: PlanSlug; revision: bigint };
  /** From now on billing does not answer when it is asked for this user's plan. */
  hangFor(userId: string): void;
  stop(): Promise<void>;
}

export async function startBillingStub(port: number, keys: InternalKeys): Promise<BillingStub> {
  const app: INestMicroservice = await NestFactory.createMicroservice<MicroserviceOptions>(
    BillingStubModule,
    {
      ...grpcServer(
        `127.0.0.1:${port}`,
        new InternalChannel('billing', keys.channelSettings('billing')),
        billingV1.BillingService,
      ),
      logger: false,
    },
  );
  await app.listen();
  return {
    setPlan(userId, slug) {
      const plan = { slug, revision: (plans.get(userId)?.revision ?? 0n) + 1n };
      plans.set(userId, plan);
      return plan;
    },
    hangFor: (userId) => void unanswered.add(userId),
    stop: () => app.close(),
  };
}
