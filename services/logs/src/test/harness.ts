import { randomBytes, randomUUID } from 'node:crypto';
import { LogCommitRegister } from '@palisade/edge-state';
import { createRedisStreamsBus, type OutgoingEvent, readEventKeys } from '@palisade/messaging';
import { IDENTITY_HEADER, InternalTokenSigner, type SessionId, type UserId } from '@palisade/nest-kit';
import { eventually, freePort, silentLogger, startSurroundings as startServers } from '@palisade/testing';
import { Redis } from 'ioredis';
import pg from 'pg';
import { readConfig } from '../config/config.ts';
import { start } from '../main.ts';
import { startDomainsStub } from './domains-stub.ts';

/** The logs service with real servers, and a stub of the domains service. */
export async function startSurroundings(startDatabase?: Parameters<typeof startServers>[1]) {
  const servers = await startServers('logs', startDatabase);
  const { redis, keys, databaseUrl } = servers;
  const [http, grpc, domainsPort] = [await freePort(), await freePort(), await freePort()];
  const domains = await startDomainsStub(domainsPort, keys);
  const environment = {
    ...servers.environment,
    PALISADE_EDGE_REDIS_URL: `${redis.url}/1`,
    PALISADE_DOMAINS_GRPC: `127.0.0.1:${domainsPort}`,
    // The stub has one address, and answers as domains alone: account exports are tested with all services elsewhere.
    PALISADE_AUTH_GRPC: `127.0.0.1:${domainsPort}`,
    PALISADE_BILLING_GRPC: `127.0.0.1:${domainsPort}`,
    PALISADE_MAILER_GRPC: `127.0.0.1:${domainsPort}`,
    PALISADE_LOGS_HTTP_PORT: String(http),
    PALISADE_LOGS_GRPC_PORT: String(grpc),
    PALISADE_LOGS_TOTALS_QUIET_MS: '100',
    PALISADE_KEK_KEYS: JSON.stringify({ test: randomBytes(32).toString('base64') }),
    PALISADE_KEK_CURRENT: 'test',
  };
  const bus = createRedisStreamsBus({
    url: `${redis.url}/0`,
    source: 'edge',
    keys: readEventKeys(keys.eventSettings('edge')),
    logger: silentLogger,
  });
  const edge = new Redis(environment.PALISADE_EDGE_REDIS_URL);
  const database = new pg.Pool({ connectionString: databaseUrl, max: 4 });
  // Idle connections break when the server is stopped; that fails no test.
  database.on('error', () => undefined);
  const gateway = new InternalTokenSigner('gateway', keys.privateKeys.gateway ?? '');
  const commits = new LogCommitRegister(edge);

  const fetchAs = async (
    userId: string,
    path: string,
    {
      body,
      isAdmin = false,
      scopes = [],
      ...more
    }: {
      signal?: AbortSignal;
      method?: string;
      headers?: Record<string, string>;
      body?: object;
      isAdmin?: boolean;
      /** Scopes of an API key; none: a browser session. */
      scopes?: string[];
    } = {},
  ) =>
    await fetch(`http://127.0.0.1:${http}/api${path}`, {
      ...more,
      ...(body !== undefined && { body: JSON.stringify(body) }),
      headers: {
        ...more.headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        [IDENTITY_HEADER]: await gateway.sign(
          {
            kind: 'user',
            userId: userId as UserId,
            sessionId: randomUUID() as SessionId,
            isAdmin,
            scopes,
            clientAddress: '192.0.2.1',
            reauthenticatedUntil: Date.now() + 600_000,
          },
          'logs',
        ),
      },
    });

  /** An unauthenticated call, as the gateway passes it on. */
  const postAnonymously = async (path: string, body: object, method: 'GET' | 'POST' = 'POST') =>
    await fetch(`http://127.0.0.1:${http}/api${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        [IDENTITY_HEADER]: await gateway.sign(
          { kind: 'anonymous', tokenProblem: null, clientAddress: '192.0.2.1' },
          'logs',
        ),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    });

  return {
    environment,
    eventSettings: keys.eventSettings,
    bus,
    database,
    domainsOf: domains.domainsOf,
    streamsOf: domains.streamsOf,
    commits,
    fetchAs,
    postAnonymously,
    async get(userId: string, path: string) {
      const response = await fetchAs(userId, path);
      return { status: response.status, body: JSON.parse(await response.text()) };
    },
    publish: (...events: OutgoingEvent<'edge.request_logs.v1'>[]) => bus.publish(events),
    /** Resolves when the service has confirmed so many records of a segment. */
    stored: (nodeId: string, segmentId: string, nextIndex: number) =>
      eventually(`${nextIndex} records of ${segmentId}`, async () => {
        const progress = (await commits.read(nodeId, [segmentId])).get(segmentId);
        if (!progress || progress.nextIndex < nextIndex) throw new Error(`only ${progress?.nextIndex ?? 0}`);
        return progress;
      }),
    async dispose() {
      await bus.close();
      edge.disconnect();
      await database.end();
      await domains.server.close();
      await servers.dispose();
    },
  };
}

/** The same with the service running in this process. */
export async function startHarness(settings: Record<string, string> = {}) {
  const surroundings = await startSurroundings();
  const app = await start(readConfig({ ...surroundings.environment, ...settings }));
  return {
    ...surroundings,
    app,
    async dispose() {
      await app.close();
      await surroundings.dispose();
    },
  };
}
