import { create } from '@bufbuild/protobuf';
import { billingEventsV1 } from '@palisade/contracts';
import { type PlanSlug, SEED_ENTITLEMENTS } from '@palisade/entitlements';
import { toMessage } from '@palisade/entitlements/wire';
import { IDENTITY_HEADER, InternalTokenSigner, type UserCaller } from '@palisade/nest-kit';
import { newUserCaller } from '@palisade/nest-kit/test-support';
import {
  freePort,
  newSealingKeys,
  newSecretKey,
  newSigningKeys,
  type ServiceAnswer,
  serviceClient,
  startSurroundings,
  startTestDns,
} from '@palisade/testing';
import { Redis } from 'ioredis';
import { readConfig } from '../config/config.ts';
import { start } from '../main.ts';
import { OwnersService } from '../modules/owners/owners.service.ts';
import { startBillingStub } from './billing-stub.ts';

export const CNAME_TARGET = 'edge.palisade.test';

export type Answer = ServiceAnswer<Record<string, unknown> & { id?: string }>;

/** The domains service over real servers, with a stand-in for billing. */
export async function startHarness(changes: Record<string, string> = {}) {
  const [surroundings, dns] = await Promise.all([startSurroundings('domains'), startTestDns()]);
  const { postgres, redis, keys } = surroundings;
  const [signing, sealing] = [newSigningKeys(), newSealingKeys()];
  const [http, grpc, billingPort] = [await freePort(), await freePort(), await freePort()];
  const billing = await startBillingStub(billingPort, keys);
  const environment = {
    ...surroundings.environment,
    PALISADE_EDGE_REDIS_URL: `${redis.url}/1`,
    PALISADE_QUEUE_REDIS_URL: `${redis.url}/2`,
    PALISADE_DOMAINS_HTTP_PORT: String(http),
    PALISADE_DOMAINS_GRPC_PORT: String(grpc),
    PALISADE_BILLING_GRPC: `127.0.0.1:${billingPort}`,
    PALISADE_CONFIG_SIGNING_KEY: signing.privateKey,
    PALISADE_CONFIG_SIGNING_KEY_ID: 'c1',
    PALISADE_EDGE_SEAL_PUBLIC_KEY: sealing.publicKey,
    PALISADE_CNAME_TARGET: CNAME_TARGET,
    PALISADE_DNS_SERVERS: dns.address,
    PALISADE_DNS_TIMEOUT_MS: '300',
    PALISADE_KEK_KEYS: JSON.stringify({ k1: newSecretKey() }),
    PALISADE_KEK_CURRENT: 'k1',
    ...changes,
  };
  let app = await start(readConfig(environment));
  const gateway = new InternalTokenSigner('gateway', keys.privateKeys.gateway!);
  const edgeRedis = new Redis(environment.PALISADE_EDGE_REDIS_URL);

  const request = serviceClient<Answer['body']>('domains', http);
  const call = async (
    method: string,
    path: string,
    user: UserCaller | null,
    body?: unknown,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<Answer> =>
    request({
      method,
      path,
      headers: { ...headers, [IDENTITY_HEADER]: user && (await gateway.sign(user, 'domains')) },
      body,
    });

  return {
    postgres,
    redis,
    /** What edge nodes read and write. */
    edgeRedis,
    dns,
    billing,
    keys,
    signing,
    sealing,
    grpcAddress: `127.0.0.1:${grpc}`,
    get app() {
      return app;
    },
    /** Billing has another plan for the user, and its event has arrived. */
    async changePlan(userId: string, slug: PlanSlug) {
      const { revision } = billing.setPlan(userId, slug);
      await app.get(OwnersService).planChanged(planChange(userId, slug, revision));
    },
    async restart(changes: Record<string, string> = {}) {
      await app.close();
      app = await start(readConfig({ ...environment, ...changes }));
    },
    call,
    /** A domain of the user's, not verified. */
    async newDomain(user = newUserCaller()): Promise<{ user: UserCaller; id: string; path: string }> {
      const { body } = await call('POST', '/domains', user, {
        domain_name: `${user.userId.slice(-12)}.example`,
        origin_host: 'origin.example.net',
      });
      return { user, id: body.id!, path: `/domains/${body.id}` };
    },
    async stop() {
      edgeRedis.disconnect();
      await app.close();
      await billing.stop();
      await Promise.all([surroundings.dispose(), dns.dispose()]);
    },
  };
}

export function planChange(userId: string, slug: PlanSlug, revision: bigint) {
  return create(billingEventsV1.UserPlanChangedSchema, {
    userId,
    planSlug: slug,
    entitlements: toMessage(slug, SEED_ENTITLEMENTS[slug]),
    revision,
  });
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

export { newUserCaller as newUser } from '@palisade/nest-kit/test-support';
