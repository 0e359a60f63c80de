import {
  IDENTITY_HEADER,
  InternalTokenSigner,
  newId,
  type SessionId,
  type UserCaller,
  type UserId,
} from '@palisade/nest-kit';
import { freePort, recordCall, startSurroundings } from '@palisade/testing';
import { Client } from 'pg';
import { readConfig } from '../config/config.ts';
import { start } from '../main.ts';
import { startNeighbours } from './neighbours.ts';

export interface Answer {
  status: number;
  type: string;
  // Whatever a route answers; each test says what it expects of it.
  body: Record<string, unknown> & { detail?: string; id?: string };
  bytes: Buffer;
}

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
      const user = { ...newCaller(), email };
      neighbours.users.set(user.userId, { id: user.userId, email, emailConfirmed });
      return user;
    },
    async call(method: string, path: string, user: UserCaller | null, body?: unknown): Promise<Answer> {
      const response = await fetch(`http://127.0.0.1:${http}/api${path}`, {
        method,
        headers: {
          ...(user && { [IDENTITY_HEADER]: await gateway.sign(user, 'billing') }),
          ...(body !== undefined && { 'content-type': 'application/json' }),
        },
        body: body === undefined ? undefined : JSON.stringify(body),
      });
      const bytes = Buffer.from(await response.arrayBuffer());
      const type = response.headers.get('content-type') ?? '';
      const answer: Answer = {
        status: response.status,
        type,
        body: type.includes('json') && bytes.length > 0 ? JSON.parse(bytes.toString()) : {},
        bytes,
      };
      recordCall({ service: 'billing', method, path, status: answer.status, detail: answer.body.detail });
      return answer;
    },
    async stop() {
      await app.close();
      await database.end();
      await neighbours.stop();
      await surroundings.dispose();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;

export function newCaller(overrides: Partial<UserCaller> = {}): UserCaller {
  return {
    kind: 'user',
    userId: newId<UserId>(),
    sessionId: newId<SessionId>(),
    isAdmin: false,
    scopes: [],
    reauthenticatedUntil: Date.now() + 600_000,
    clientAddress: '192.0.2.1',
    ...overrides,
  };
}
