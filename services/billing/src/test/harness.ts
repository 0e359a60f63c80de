import {
  IDENTITY_HEADER,
  InternalTokenSigner,
  newId,
  type UserCaller,
  type UserId,
} from '@palisade/nest-kit';
import { newUserCaller } from '@palisade/nest-kit/test-support';
import { freePort, type ServiceAnswer, serviceClient, startSurroundings } from '@palisade/testing';
import { Client } from 'pg';
import { readConfig } from '../config/config.ts';
import { start } from '../main.ts';
import { startNeighbours } from './neighbours.ts';

export type Answer = ServiceAnswer<Record<string, unknown> & { id?: string }>;

/** The billing service over real servers, with stand-ins for its neighbours. */
export async function startHarness(settings: Record<string, string> = {}) {
  const surroundings = await startSurroundings('billing');
  const { redis, keys, databaseUrl } = surroundings;
  const [grpc, neighboursPort] = [await freePort(), await freePort()];
  const http = Number(settings.PALISADE_BILLING_HTTP_PORT ?? (await freePort()));
  const neighbours = await startNeighbours(neighboursPort, keys);
  const environment: Record<string, string> = {
    ...surroundings.environment,
    PALISADE_QUEUE_REDIS_URL: `${redis.url}/2`,
    PALISADE_BILLING_HTTP_PORT: String(http),
    PALISADE_BILLING_GRPC_PORT: String(grpc),
    PALISADE_AUTH_GRPC: `127.0.0.1:${neighboursPort}`,
    PALISADE_DOMAINS_GRPC: `127.0.0.1:${neighboursPort}`,
    PALISADE_MAILER_GRPC: `127.0.0.1:${neighboursPort}`,
    ...settings,
  };
  const request = serviceClient<Answer['body']>('billing', http);
  let app = await start(readConfig(environment));
  const gateway = new InternalTokenSigner('gateway', keys.privateKeys.gateway!);
  const database = new Client({ connectionString: databaseUrl, options: '-c search_path=billing' });
  await database.connect();

  return {
    redis,
    neighbours,
    keys,
    database,
    url: `http://127.0.0.1:${http}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    get app() {
      return app;
    },
    async restart(changes: Record<string, string> = {}) {
      await app.close();
      app = await start(readConfig({ ...environment, ...changes }));
    },
    /** A user that auth knows. */
    newUser(
      email = `u-${newId<UserId>()}@example.com`,
      emailConfirmed = true,
    ): UserCaller & { email: string } {
      const user = { ...newUserCaller(), email };
      neighbours.users.set(user.userId, { id: user.userId, email, emailConfirmed });
      return user;
    },
    call: async (method: string, path: string, user: UserCaller | null, body?: unknown): Promise<Answer> =>
      request({
        method,
        path,
        headers: { [IDENTITY_HEADER]: user && (await gateway.sign(user, 'billing')) },
        body,
      }),
    async stop() {
      await app.close();
      await database.end();
      await neighbours.stop();
      await surroundings.dispose();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

export { newUserCaller as newCaller } from '@palisade/nest-kit/test-support';
