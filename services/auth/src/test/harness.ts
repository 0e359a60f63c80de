import { randomBytes } from 'node:crypto';
import { fromBinary } from '@bufbuild/protobuf';
import { authV1, EVENTS, type EventType, envelopeV1, mailEventsV1 } from '@palisade/contracts';
import {
  type GrpcClient,
  grpcClient,
  IDENTITY_HEADER,
  InternalChannel,
  InternalTokenSigner,
  readDeviceToken,
  SecretBox,
  type TokenProblem,
} from '@palisade/nest-kit';
import {
  freePort,
  newSecretKey,
  newSigningKeys,
  type ServiceAnswer,
  serviceClient,
  startSurroundings,
} from '@palisade/testing';
import pg from 'pg';
import { readConfig } from '../config/config.ts';
import { hashSecretToken } from '../http/secret-tokens.ts';
import { start } from '../main.ts';
import { startNeighbours } from './neighbours.ts';

export type Answer = ServiceAnswer;

export interface TestClient {
  /** Session token or API key. */
  token?: string;
  address?: string;
  cookie?: string;
  userAgent?: string;
  /**
   * A browser's Origin header; without one and without a cookie the client is a program, whose session is not renewed.
   */
  origin?: string;
}

/** An alias for the inferred type, which would otherwise name files that this package does not import. */
type Calls = GrpcClient<typeof authV1.AuthService>;
export interface AuthCalls extends Calls {}

/** Origin of the product's own pages. */
export const ORIGIN = 'https://palisade.test';

/** A browser after a sign-in: the contents of its page and of its cookie jar. */
export interface BrowserSession {
  token: string;
  /** All cookies, as in a Cookie header. */
  cookie: string;
}

const cookiesIn = (answer: Answer): string =>
  answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(';')[0])
    .join('; ');

export const browserOf = (answer: Answer): BrowserSession => ({
  token: String(answer.body.access_token),
  cookie: cookiesIn(answer),
});

/** The id of the session that a token names. */
export const sessionOf = ({ token }: Pick<BrowserSession, 'token'>): string =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).jti;

export interface Account {
  id: string;
  email: string;
  username: string;
  password: string;
  token: string;
  cookie: string;
}

/** Generous, since a machine busy with other tests is no failure. */
const BUSY_MACHINE_MS = 30_000;

const PROBLEMS: Readonly<Record<authV1.TokenProblem, TokenProblem>> = {
  [authV1.TokenProblem.UNSPECIFIED]: 'invalid',
  [authV1.TokenProblem.INVALID]: 'invalid',
  [authV1.TokenProblem.EXPIRED]: 'expired',
  [authV1.TokenProblem.SESSION_ENDED]: 'session_ended',
  [authV1.TokenProblem.OTHER_DEVICE]: 'other_device',
};

/**
 * The auth service on real servers; calls go as through the gateway: authentication by gRPC, then a minted identity.
 */
export async function startHarness(changes: Record<string, string> = {}) {
  const surroundings = await startSurroundings('auth');
  const { postgres, redis, keys, databaseUrl } = surroundings;
  const kek = newSecretKey();
  const [http, grpc, neighbourPort] = [await freePort(), await freePort(), await freePort()];
  const neighbours = await startNeighbours(neighbourPort, keys);
  const environment = {
    ...surroundings.environment,
    PALISADE_AUTH_HTTP_PORT: String(http),
    PALISADE_AUTH_GRPC_PORT: String(grpc),
    PALISADE_BILLING_GRPC: `127.0.0.1:${neighbourPort}`,
    PALISADE_DOMAINS_GRPC: `127.0.0.1:${neighbourPort}`,
    PALISADE_AUTH_TOKEN_KEY: newSigningKeys().privateKey,
    PALISADE_KEK_KEYS: JSON.stringify({ k1: kek }),
    PALISADE_KEK_CURRENT: 'k1',
    PALISADE_PUBLIC_URL: ORIGIN,
    PALISADE_AUTH_HASH_QUEUE: '400',
    ...changes,
  };
  let app = await start(readConfig(environment)).catch(async (error: unknown) => {
    // A service that fails to start must not leave its servers behind.
    await Promise.all([neighbours.stop(), surroundings.dispose()]);
    throw error;
  });
  const gateway = new InternalTokenSigner('gateway', keys.privateKeys.gateway ?? '');
  const authFor = (service: 'gateway' | 'billing', signer: InternalTokenSigner): AuthCalls =>
    grpcClient(authV1.AuthService, {
      address: `127.0.0.1:${grpc}`,
      signer,
      channel: new InternalChannel(service, keys.channelSettings(service)),
      timeout: BUSY_MACHINE_MS,
    });
  const auth = authFor('gateway', gateway);
  const authForBilling = authFor(
    'billing',
    new InternalTokenSigner('billing', keys.privateKeys.billing ?? ''),
  );
  const database = new pg.Pool({ connectionString: databaseUrl, max: 2 });
  // Idle connections break when the server is stopped; that fails no test.
  database.on('error', () => undefined);

  async function identity({ token, cookie, address = '192.0.2.1' }: TestClient): Promise<string> {
    if (token === undefined) {
      return gateway.sign({ kind: 'anonymous', tokenProblem: null, clientAddress: address }, 'auth');
    }
    const device = readDeviceToken(cookie);
    const deviceHash = device === '' ? '' : hashSecretToken(device);
    const answer = await auth.authenticate({ token, deviceHash });
    if (!answer.identity) {
      const tokenProblem = PROBLEMS[answer.problem];
      return gateway.sign({ kind: 'anonymous', tokenProblem, clientAddress: address }, 'auth');
    }
    const { userId, sessionId, isAdmin, scopes, reauthenticatedUntilMs } = answer.identity;
    return gateway.sign(
      {
        kind: 'user',
        userId: userId as never,
        sessionId: sessionId as never,
        isAdmin,
        scopes,
        ...(reauthenticatedUntilMs !== undefined && { reauthenticatedUntil: Number(reauthenticatedUntilMs) }),
        clientAddress: address,
      },
      'auth',
    );
  }

  const request = serviceClient<Answer['body']>('auth', http);
  async function call(
    method: string,
    path: string,
    visitor: TestClient = {},
    body?: unknown,
  ): Promise<Answer> {
    const { cookie, origin, userAgent } = visitor;
    const headers = { [IDENTITY_HEADER]: await identity(visitor), cookie, origin, 'user-agent': userAgent };
    return await request({ method, path, headers, body });
  }

  return {
    postgres,
    redis,
    keys,
    neighbours,
    auth,
    /** A caller that may not ask what the gateway may. */
    authForBilling,
    database,
    environment,
    httpPort: http,
    call,
    get app() {
      return app;
    },
    async restart(changed: Record<string, string> = {}) {
      await app.close();
      app = await start(readConfig({ ...environment, ...changed }));
    },
    async register(names: Partial<Pick<Account, 'email' | 'username' | 'password'>> = {}): Promise<Account> {
      const unique = randomBytes(5).toString('hex');
      const account = {
        email: `user-${unique}@example.com`,
        username: `user-${unique}`,
        password: `pw-${unique}-lamp`,
        ...names,
      };
      const answer = await call('POST', '/auth/register', {}, { ...account, full_name: 'Test User' });
      if (answer.status !== 201) throw new Error(`register: ${JSON.stringify(answer.body)}`);
      const user = answer.body.user as { id: string };
      return {
        ...account,
        id: user.id,
        token: String(answer.body.access_token),
        cookie: (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '',
      };
    },
    /** As if the owner had followed the link in the mail. */
    async confirmEmail(account: Account): Promise<Account> {
      await database.query('UPDATE users SET email_confirmed_at = now() WHERE id = $1', [account.id]);
      return account;
    },
    /** As if all sessions of an account had been opened hours ago. */
    async ageSessions(account: Pick<Account, 'id'>): Promise<void> {
      await database.query(
        `UPDATE sessions SET authenticated_at = now() - interval '3 hours' WHERE user_id = $1`,
        [account.id],
      );
    },
    async makeAdmin(account: Account): Promise<Account> {
      await database.query('UPDATE users SET is_admin = true WHERE id = $1', [account.id]);
      return account;
    },
    login: (account: Pick<Account, 'email' | 'password'>, visitor: TestClient = {}, more: object = {}) =>
      call('POST', '/auth/login', visitor, { email: account.email, password: account.password, ...more }),
    /** As a browser asks for it. */
    renew: ({ cookie }: Pick<BrowserSession, 'cookie'>, from: TestClient = {}) =>
      call('POST', '/auth/renew', { origin: ORIGIN, ...from, cookie }, {}),
    /** As if the session's refresh token were a day old and had long arrived, so that it is replaced. */
    async renewLater(session: BrowserSession, from: TestClient = {}): Promise<BrowserSession> {
      await database.query(
        `UPDATE sessions SET refresh_rotated_at = now() - interval '1 day', refresh_confirmed = true WHERE id = $1`,
        [sessionOf(session)],
      );
      const answer = await this.renew(session, from);
      if (answer.status !== 200) throw new Error(`renew: ${JSON.stringify(answer.body)}`);
      const [device = ''] = session.cookie.split('; ');
      const renewed = browserOf(answer);
      return { ...renewed, cookie: `${device}; ${renewed.cookie}` };
    },
    /** A user's events, oldest first. Tests that read them stop the relay: see `holdEvents`. */
    async events<T extends EventType>(type: T, key?: string) {
      const { rows } = await database.query<{ envelope: Buffer }>(
        'SELECT envelope FROM test_events WHERE event_type = $1 AND ($2::text IS NULL OR event_key = $2) ORDER BY seq',
        [type, key ?? null],
      );
      return rows.map((row) =>
        fromBinary(EVENTS[type].schema, fromBinary(envelopeV1.EnvelopeSchema, row.envelope).payload),
      ) as never[];
    },
    /** The secret variables of the latest mail of a template to a user. */
    async mailSecrets(template: string, userId: string): Promise<Record<string, string>> {
      const mails: mailEventsV1.MailRequested[] = await this.events('mailer.mail_requested.v1', userId);
      const mail = mails.filter((sent) => sent.template === template).at(-1);
      return mail ? this.open(mail) : {};
    },
    /** The encrypted part of a mail request, which only the mailer reads. */
    open: (mail: mailEventsV1.MailRequested): Record<string, string> =>
      JSON.parse(new SecretBox({ k1: kek }, 'k1').open(mail.sealedVariables, `mail:${mail.mailId}`)),
    async mails(userId: string): Promise<mailEventsV1.MailRequested[]> {
      return this.events('mailer.mail_requested.v1', userId);
    },
    /** Records every published event, for tests to read. */
    async recordEvents() {
      await database.query(`
        CREATE TABLE IF NOT EXISTS test_events (LIKE outbox);
        CREATE OR REPLACE FUNCTION keep_event() RETURNS trigger LANGUAGE plpgsql AS
          'BEGIN INSERT INTO test_events SELECT NEW.*; RETURN NEW; END';
        CREATE OR REPLACE TRIGGER keep_events AFTER INSERT ON outbox FOR EACH ROW EXECUTE FUNCTION keep_event();
      `);
    },
    async stop() {
      auth.close();
      authForBilling.close();
      await app.close();
      await neighbours.stop();
      await database.end();
      await surroundings.dispose();
    },
  };
}

export type Harness = Awaited<ReturnType<typeof startHarness>>;
