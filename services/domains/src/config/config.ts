import { isPortRanges } from '@palisade/edge-state';
import {
  commaList,
  commonFields,
  flag,
  hostAndPort,
  integer,
  keyField,
  loadConfig,
  networkList,
  port,
  statefulFields,
  stringMap,
  url,
} from '@palisade/nest-kit';
import { z } from 'zod';

import { acmeFields, acmeProblem } from './acme-settings.ts';

const HOST_NAME =
  /^(?=.{1,253}$)[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?(?:\.[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?)+$/;

const schema = z.object({
  ...commonFields,
  ...statefulFields,
  PALISADE_DOMAINS_HTTP_PORT: port(),
  PALISADE_DOMAINS_GRPC_PORT: port(),
  /** host:port of billing's gRPC server. */
  PALISADE_BILLING_GRPC: hostAndPort(),
  PALISADE_EDGE_REDIS_URL: url('redis', 'rediss'),
  PALISADE_QUEUE_REDIS_URL: url('redis', 'rediss'),
  /** Signs site configurations. */
  PALISADE_CONFIG_SIGNING_KEY: keyField('private', 'Ed25519'),
  PALISADE_CONFIG_SIGNING_KEY_ID: z.string().min(1).max(64),
  /** Encrypts certificates' private keys for edges. */
  PALISADE_EDGE_SEAL_PUBLIC_KEY: keyField('public', 'X25519'),
  /** Target of customers' CNAME records, such as edge.example.net. */
  PALISADE_CNAME_TARGET: z
    .string()
    .transform((name) => name.trim().toLowerCase().replace(/\.$/, ''))
    .refine((name) => HOST_NAME.test(name), 'must be a host name'),
  /** The dashboard's URL; nobody may add its host name as a domain. */
  PALISADE_PUBLIC_URL: url('http', 'https').optional(),
  PALISADE_BOUNCE_DOMAIN: z.string().toLowerCase().optional(),
  /** Further names of the installation that nobody may add, nor any name below them. */
  PALISADE_OWN_NAMES: commaList()
    .transform((names) => names.map((name) => name.toLowerCase().replace(/\.$/, '')))
    .refine((names) => names.every((name) => HOST_NAME.test(name)), 'must be host names'),
  /** DNS resolvers, host:port each; empty: the system's. */
  PALISADE_DNS_SERVERS: commaList(),
  /** Timeout of one DNS server, ms. */
  PALISADE_DNS_TIMEOUT_MS: integer(100, 10_000).default(2_000),
  /** File with the DNS zone for the addresses of edge nodes; absent: none is maintained. */
  PALISADE_EDGE_DNS_FILE: z.string().min(1).optional(),
  /** Edges run the operator's own rules (PALISADE_EDGE_RULES_DIR), so that exclusions may name rules unknown here. */
  PALISADE_EDGE_OWN_RULES: flag(false),
  /** Whether origins are probed from here, which they see as coming from an address that is no edge's. */
  PALISADE_ORIGIN_PROBE: flag(false),
  /** Ports of the installation itself, which no origin on this machine or in its network may use. */
  PALISADE_ORIGIN_REFUSED_PORTS: z
    .string()
    .default('')
    .refine(isPortRanges, 'must be ports and ranges of ports, such as 8080,18000-18013'),
  /** Private networks (CIDR) from which lists may be fetched, such as an internal server. Applies to every owner. */
  PALISADE_DOMAINS_LISTS_PRIVATE_NETWORKS: networkList(),
  PALISADE_KEK_KEYS: stringMap(),
  PALISADE_KEK_CURRENT: z.string().min(1),
  ...acmeFields,
});

/** Keys that can be replaced without a restart. */
export const edgeKeyFields = schema.pick({
  PALISADE_CONFIG_SIGNING_KEY: true,
  PALISADE_CONFIG_SIGNING_KEY_ID: true,
  PALISADE_EDGE_SEAL_PUBLIC_KEY: true,
});
export const sealingKeyFields = schema.pick({ PALISADE_KEK_KEYS: true, PALISADE_KEK_CURRENT: true });

export type DomainsConfig = Readonly<z.infer<typeof schema>>;

/** Injection token of the configuration. */
export const CONFIG = Symbol('domains config');

/** The only reader of process.env. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): DomainsConfig {
  return loadConfig(schema.superRefine(acmeProblem), environment);
}
