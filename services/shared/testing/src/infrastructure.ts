import { rmSync } from 'node:fs';
import { EVENT_PRODUCERS, type EventProducer } from '@palisade/contracts';
import * as local from '@palisade/local-servers';
import { type Disposable, freshFolder } from './fresh-folder.ts';

/** A real Redis. With `durable` it keeps its data when it is killed and started again on `dataDirectory` and `port`. */
export async function startTestRedis(
  options: { durable?: boolean } = {},
): Promise<Disposable<local.RedisServer> & { restart(): Promise<void> }> {
  const dataDirectory = freshFolder('redis');
  const settings = {
    dataDirectory,
    port: await local.freePort(),
    durable: options.durable ?? false,
    endWithParent: true,
  };
  let server = await local.startRedis(settings);
  return {
    get pid() {
      return server.pid;
    },
    get ended() {
      return server.ended;
    },
    url: server.url,
    stop: () => server.stop(),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await local.startRedis(settings);
    },
    dispose: async () => {
      await server.stop();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** A real DNS server; tests write its `records`. */
export async function startTestDns(records: local.DnsRecord[] = []): Promise<Disposable<local.DnsServer>> {
  const server = await local.startDns(await local.freePort(), records);
  return Object.assign(server, { dispose: () => server.stop() });
}

export interface InternalKeys {
  /** PALISADE_INTERNAL_PUBLIC_KEYS */
  publicKeys: Record<string, string>;
  /** PALISADE_INTERNAL_PRIVATE_KEY of each service. */
  privateKeys: Record<string, string>;
  /** What shows a service to others by gRPC. The neighbours of the one under test are one stand-in with one certificate. */
  channelSettings(service: string): ChannelSettings;
  /** Credentials of a producer of events. */
  eventSettings(producer: EventProducer): EventSettings;
}

export type EventSettings = Record<'PALISADE_EVENT_SIGNING_KEY' | 'PALISADE_EVENT_PUBLIC_KEYS', string>;

/** Keys for events, of every producer. */
export function newEventSettings(): (producer: EventProducer) => EventSettings {
  const pairs = new Map(EVENT_PRODUCERS.map((producer) => [producer, local.newSigningKeys()]));
  const publicKeys = [...pairs].map(([producer, { publicKey }]) => [producer, publicKey] as const);
  return (producer) => ({
    PALISADE_EVENT_SIGNING_KEY: pairs.get(producer)!.privateKey,
    PALISADE_EVENT_PUBLIC_KEYS: JSON.stringify(Object.fromEntries(publicKeys)),
  });
}

export interface ChannelSettings {
  PALISADE_INTERNAL_PRIVATE_KEY: string;
  PALISADE_INTERNAL_CERTIFICATES: Record<string, string>;
}

/** Keys for internal tokens, for the gateway and every service, for events, and for gRPC between them. */
export async function newInternalKeys(underTest: string): Promise<InternalKeys> {
  const services = ['gateway', 'auth', 'billing', 'domains', 'logs', 'mailer'];
  const pairs = services.map((service) => [service, local.newSigningKeys()] as const);
  const neighbours = local.newSigningKeys();
  const keysOf = new Map(
    pairs.map(([name, pair]) => [name, name === underTest || name === 'gateway' ? pair : neighbours]),
  );
  const certificates = Object.fromEntries(await certificatesOf(keysOf));
  return {
    channelSettings: (service) => ({
      PALISADE_INTERNAL_PRIVATE_KEY: keysOf.get(service)!.privateKey,
      PALISADE_INTERNAL_CERTIFICATES: certificates,
    }),
    publicKeys: Object.fromEntries(pairs.map(([service, pair]) => [service, pair.publicKey])),
    privateKeys: Object.fromEntries(pairs.map(([service, pair]) => [service, pair.privateKey])),
    eventSettings: newEventSettings(),
  };
}

/** One certificate per key, shared by its holders. */
async function certificatesOf(keysOf: ReadonlyMap<string, local.KeyPair>): Promise<[string, string][]> {
  const made = new Map<local.KeyPair, Promise<string>>();
  return await Promise.all(
    [...keysOf].map(async ([name, pair]): Promise<[string, string]> => {
      const certificate = made.get(pair) ?? local.selfSignedCertificate(name, pair);
      made.set(pair, certificate);
      return [name, await certificate];
    }),
  );
}
