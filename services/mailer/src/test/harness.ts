import type { EventBus, OutgoingEvent } from '@palisade/messaging';
import { EVENT_BUS } from '@palisade/messaging/nest';
import { publishAsProducers } from '@palisade/messaging/test-support';
import {
  IDENTITY_HEADER,
  InternalTokenSigner,
  newId,
  SecretBox,
  type UserCaller,
  type UserId,
} from '@palisade/nest-kit';
import { newUserCaller } from '@palisade/nest-kit/test-support';
import {
  freePort,
  newSecretKey,
  type ServiceAnswer,
  serviceClient,
  startSurroundings,
} from '@palisade/testing';
import { Client } from 'pg';
import { readConfig } from '../config/config.ts';
import { start } from '../main.ts';
import { AccountMailsService } from '../modules/event-mails/account-mails.service.ts';
import type { NewMail } from '../modules/mails/mails.service.ts';
import { startNeighbours, type TestUser } from './neighbours.ts';

export type Answer = ServiceAnswer<Record<string, unknown> & { id?: number }>;

/** The mailer on real servers, with stubs of its neighbours. */
export async function startHarness(
  settings: Record<string, string> = {},
  startDatabase?: Parameters<typeof startSurroundings>[1],
) {
  const surroundings = await startSurroundings('mailer', startDatabase);
  const { redis, keys, databaseUrl } = surroundings;
  const [http, grpc, neighboursPort] = [await freePort(), await freePort(), await freePort()];
  const neighbours = await startNeighbours(neighboursPort, keys);
  const environment: Record<string, string> = {
    ...surroundings.environment,
    PALISADE_QUEUE_REDIS_URL: `${redis.url}/2`,
    PALISADE_MAILER_HTTP_PORT: String(http),
    PALISADE_MAILER_GRPC_PORT: String(grpc),
    PALISADE_AUTH_GRPC: `127.0.0.1:${neighboursPort}`,
    PALISADE_BILLING_GRPC: `127.0.0.1:${neighboursPort}`,
    PALISADE_LOGS_GRPC: `127.0.0.1:${neighboursPort}`,
    PALISADE_KEK_KEYS: JSON.stringify({ k1: newSecretKey() }),
    PALISADE_KEK_CURRENT: 'k1',
    PALISADE_PUBLIC_URL: 'https://palisade.example',
    PALISADE_LINK_KEY: newSecretKey(),
    PALISADE_COMPANY_NAME: 'Fence Ltd',
    PALISADE_COMPANY_ADDRESS: '1 Row|Wilmington',
    PALISADE_COMPANY_EMAIL: 'support@palisade.test',
    PALISADE_MAIL_RETRY_DELAY_MS: '200',
    PALISADE_SMTP_TIMEOUT_MS: '5000',
    ...settings,
  };
  const request = serviceClient<Answer['body']>('mailer', http);
  const app = await start(readConfig(environment));
  const gateway = new InternalTokenSigner('gateway', keys.privateKeys.gateway!);
  const database = new Client({ connectionString: databaseUrl, options: '-c search_path=mailer' });
  // A test may kill the server; its next request then fails.
  database.on('error', () => undefined);
  await database.connect();

  return {
    app,
    redis,
    keys,
    environment,
    neighbours,
    database,
    url: `http://127.0.0.1:${http}`,
    grpcAddress: `127.0.0.1:${grpc}`,
    /** Publishes it as the service that owns the event. */
    publish: (events: readonly OutgoingEvent[]) =>
      publishAsProducers(app.get<EventBus>(EVENT_BUS), keys.eventSettings, events),
    /** A mail that the mailer itself caused. */
    queueMail: (id: string, mail: Omit<NewMail, 'id'>) => app.get(AccountMailsService).send(id, mail),
    secrets: app.get<SecretBox>(SecretBox),
    /** A user known to auth and billing. */
    newUser(facts: Partial<TestUser> = {}): TestUser {
      const id = facts.id ?? newId<UserId>();
      const user: TestUser = {
        id,
        email: `u-${id}@example.com`,
        username: `u${id.slice(-6)}`,
        fullName: 'Ada Lovelace',
        isActive: true,
        plan: 'free',
        ...facts,
        notifications: {
          emailAlerts: true,
          attackNotifications: true,
          weeklyReports: true,
          marketingEmails: false,
          ...facts.notifications,
        },
      };
      neighbours.users.set(id, user);
      return user;
    },
    call: async (
      method: string,
      path: string,
      user: UserCaller | null,
      body?: unknown,
      headers: Record<string, string> = {},
    ): Promise<Answer> => {
      const clientAddress = headers['x-test-address'] ?? '192.0.2.9';
      const caller = user ?? { kind: 'anonymous' as const, tokenProblem: null, clientAddress };
      const identity = { [IDENTITY_HEADER]: await gateway.sign(caller, 'mailer') };
      return await request({ method, path, headers: { ...identity, ...headers }, body });
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

export const newAdmin = (): UserCaller => newUserCaller({ isAdmin: true });
