import path from 'node:path';
import { EDGE_NODE_ID, isPortRanges, MAX_NODE_ADDRESSES } from '@palisade/edge-state';
import { type BusSettings, readBusSettings } from '@palisade/messaging';
import { canonicalAddress } from '@palisade/site-policy';
import { samplingRatio, tracingFields } from '@palisade/tracing';
import { z } from 'zod';
import { SHED_ABOVE_MS } from '../../features/overload/overload.ts';
import type { GeoFiles } from '../../io/addresses/geo.ts';
import type { OriginAddressRules } from '../../io/addresses/internal-addresses.ts';
import { messageWithCause } from '../../io/log.ts';
import { type PeerAddress, readPeers } from '../../upstream/peers/peer-list.ts';
import type { OperatorRules } from '../rules/operator-rule-set.ts';

/** Only this file reads `process.env`. */
const port = (fallback: number) => z.coerce.number().int().min(0).max(65_535).default(fallback);
const MIB = 1024 * 1024;
/** A size or duration, of which 0 means none. */
const orNone = (fallback: number) => z.coerce.number().int().min(0).default(fallback);
const positive = (fallback: number) => z.coerce.number().int().min(1).default(fallback);
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== ''),
  );
/** For owners' firewalls, so that an invalid one prevents the start. */
const outboundAddresses = list.superRefine((entries, context) => {
  if (entries.length > MAX_NODE_ADDRESSES)
    context.addIssue({ code: 'custom', message: `has more than ${MAX_NODE_ADDRESSES} addresses` });
  for (const entry of entries)
    if (canonicalAddress(entry) === null)
      context.addIssue({ code: 'custom', message: `${entry} is neither an address nor a CIDR range` });
});
/** Validated here, so that an invalid one prevents the start. */
const portRanges = z
  .string()
  .default('')
  .refine(isPortRanges, 'must be ports and ranges of ports, such as 8080,18000-18013');
const keyMap = z
  .string()
  .default('{}')
  .transform((text, context) => {
    try {
      return z.record(z.string(), z.string()).parse(JSON.parse(text));
    } catch {
      context.addIssue({ code: 'custom', message: 'must be JSON: { "key id": "base64 SPKI" }' });
      return z.NEVER;
    }
  });
const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

const peerList = list.transform((entries, context) => {
  try {
    return readPeers(entries);
  } catch (error) {
    context.addIssue({ code: 'custom', message: messageWithCause(error) });
    return z.NEVER;
  }
});

const schema = z.object({
  PALISADE_EDGE_BIND: z.string().default('0.0.0.0'),
  PALISADE_EDGE_HTTP_PORT: port(8080),
  PALISADE_EDGE_HTTPS_PORT: port(8443),
  /** The program that serves HTTP/3 for this node. Empty: HTTP/3 is off. */
  PALISADE_EDGE_HTTP3_PROGRAM: z.string().default(''),
  /** UDP port on which HTTP/3 is served; absent: the number of the HTTPS port. */
  PALISADE_EDGE_HTTP3_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  /** UDP port announced to clients in Alt-Svc, where it differs from the TCP port that they connected to. */
  PALISADE_EDGE_HTTP3_PUBLIC_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  PALISADE_EDGE_ADMIN_BIND: z.string().default('127.0.0.1'),
  PALISADE_EDGE_ADMIN_PORT: port(9090),
  PALISADE_EDGE_WORKERS: positive(2),
  /** Maximum number of nodes assumed to share rate limits. The actual number comes from heartbeats. */
  PALISADE_EDGE_NODES: positive(256),
  PALISADE_EDGE_DATA_DIR: z.string().min(1),
  PALISADE_EDGE_NODE_ID: z.string().regex(EDGE_NODE_ID),
  /** Absent: the edge uses its copy on disk and local limits. */
  PALISADE_EDGE_REDIS_URL: z.string().default(''),
  /** Absent, and the bus is not Kafka: logs stay in the spool. */
  PALISADE_BUS_REDIS_URL: z.string().default(''),
  PALISADE_BUS: z.string().default('redis'),
  PALISADE_EDGE_CONFIG_KEYS: keyMap,
  /** base64 PKCS #8 (X25519), decrypts certificates' private keys; absent: no site certificate is served. */
  PALISADE_EDGE_SEAL_KEY: z.string().default(''),
  /** Further such keys, during a key rotation. */
  PALISADE_EDGE_SEAL_PREVIOUS_KEYS: list,
  /** File with the node's keys (in the format of --env-file). Changes are picked up without a restart. */
  PALISADE_KEYS_FILE: z.string().default(''),
  /** Addresses, ranges and host names exempt from the refusal of internal origins. */
  PALISADE_EDGE_ORIGIN_ALLOW: list,
  /** Ports of allowed private addresses that origins may still not use: those of the installation itself. */
  PALISADE_EDGE_ORIGIN_REFUSED_PORTS: portRanges,
  PALISADE_EDGE_TRUSTED_PROXIES: list,
  /** Addresses from which origins see this node; none: the public ones of its own interfaces. */
  PALISADE_EDGE_OUTBOUND_ADDRESSES: outboundAddresses,
  /** Edge nodes that may be asked before origins, `NODE=HOST:PORT` or `NODE=HOST:PORT/PORT`; absent: none. */
  PALISADE_EDGE_PEERS: peerList,
  /** Maximum number of trusted proxies in a chain; 0: every named proxy. */
  PALISADE_EDGE_TRUSTED_HOPS: z.coerce.number().int().min(0).max(16).default(0),
  /** Addresses and ranges of balancers that begin each connection with a PROXY header (version 1 or 2). */
  PALISADE_EDGE_PROXY_PROTOCOL: list,
  /** Whether the JA4 fingerprints of clients' TLS handshakes are read; otherwise no request has one. */
  PALISADE_EDGE_TLS_FINGERPRINTS: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  /** Whether small writes of HTTP/1 are gathered until the end of a turn of the event loop, for a millisecond at most. */
  PALISADE_EDGE_GATHERED_WRITES: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  /** Standalone profile only: a TLS handshake for an unknown name gets a self-signed certificate. */
  PALISADE_EDGE_SELF_SIGNED: flag,
  PALISADE_EDGE_MANAGED_RULES: z
    .enum(['true', 'false'])
    .default('true')
    .transform((text) => text === 'true'),
  /** Folder of SecLang files (such as OWASP CRS) that replace the managed rules. The setup file is loaded first. */
  PALISADE_EDGE_RULES_DIR: z.string().default(''),
  PALISADE_EDGE_RULES_SETUP: z.string().default(''),
  /** Candidate rules of the same form, which the operator's controls can enable for a share of the sites. */
  PALISADE_EDGE_CANDIDATE_RULES_DIR: z.string().default(''),
  PALISADE_EDGE_CANDIDATE_RULES_SETUP: z.string().default(''),
  /**
   * Folder of rule sets that sites can choose by name, as signed bundles or folders; empty: `rule-releases` in the data
   * folder.
   */
  PALISADE_EDGE_RULE_RELEASES_DIR: z.string().default(''),
  /**
   * Where signed rule releases are downloaded from: the URL of an object storage folder with a `releases.json`. Empty:
   * none.
   */
  PALISADE_EDGE_RULE_RELEASES_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
  ...tracingFields,
  /** Databases in MaxMind's format with cities and networks (ASN); countries need none. */
  PALISADE_EDGE_GEO_CITY: list,
  PALISADE_EDGE_GEO_ASN: list,
  /** Name servers that confirm search engines' crawlers, `address` or `address:port`; absent: the system's. */
  PALISADE_EDGE_DNS_SERVERS: list,
  /** Lag of a worker's event loop above which it sheds requests, ms. */
  PALISADE_EDGE_SHED_ABOVE_MS: positive(SHED_ABOVE_MS),
  /** Maximum memory for cached responses, over all workers. Without a disk the cache is in memory only. */
  PALISADE_EDGE_CACHE_MEMORY_BYTES: positive(256 * MIB),
  PALISADE_EDGE_CACHE_DISK_BYTES: orNone(2_048 * MIB),
  /** Maximum size of a cached response. */
  PALISADE_EDGE_CACHE_OBJECT_BYTES: positive(64 * MIB),
  /** Maximum percentage of either tier for one site. */
  PALISADE_EDGE_CACHE_SITE_PERCENT: z.coerce.number().int().min(1).max(100).default(50),
  /** Virus scanner: `host:port`, or the path of its socket; absent: scans fail, and sites decide what that means. */
  PALISADE_EDGE_CLAMD: z.string().default(''),
  /** The scanner's own limit (StreamMaxLength). */
  PALISADE_EDGE_CLAMD_MAX_BYTES: positive(25 * MIB),
  /** Timeout of scanning an upload. */
  PALISADE_EDGE_CLAMD_TIMEOUT_MS: positive(60_000),
  /**
   * A file or folder of hashes of leaked passwords, or the address of a range server. Empty: passwords are not checked.
   */
  PALISADE_EDGE_LEAKED_PASSWORDS: z.string().default(''),
  /** Disk space for uploads of all workers that wait for their verdict. */
  PALISADE_EDGE_UPLOAD_SPOOL_BYTES: positive(1_024 * MIB),
  PALISADE_EDGE_SPOOL_MAX_BYTES: positive(1024 * 1024 * 1024),
  PALISADE_EDGE_SPOOL_SEGMENT_BYTES: positive(8 * 1024 * 1024),
  /** How long the node keeps serving, but not ready, after SIGTERM, so that every load balancer can notice. */
  PALISADE_EDGE_DRAIN_DELAY_MS: orNone(1_000),
  /** After that, or when a worker is replaced: how long running requests may take to finish. */
  PALISADE_EDGE_DRAIN_MS: positive(30_000),
  /** How long workers keep serving without a supervisor, until the workers of the next one take over. */
  PALISADE_EDGE_ORPHAN_MS: orNone(60_000),
});

export interface EdgeConfig {
  bind: string;
  httpPort: number;
  httpsPort: number;
  /** Null: no HTTP/3. */
  http3: { program: string; port: number; publicPort: number | null } | null;
  adminBind: string;
  adminPort: number;
  workers: number;
  nodes: number;
  dataDir: string;
  nodeId: string;
  edgeRedisUrl: string | null;
  bus: BusSettings | null;
  configKeys: Readonly<Record<string, string>>;
  sealKey: string | null;
  previousSealKeys: readonly string[];
  keysFile: string | null;
  originAddresses: OriginAddressRules;
  outboundAddresses: readonly string[];
  trustedProxies: readonly string[];
  trustedHops: number;
  peers: readonly PeerAddress[];
  proxyProtocol: readonly string[];
  tlsFingerprints: boolean;
  gatheredWrites: boolean;
  selfSigned: boolean;
  managedRules: boolean;
  /** Null: the managed rules. */
  operatorRules: OperatorRules | null;
  /** Null: no candidate is installed. */
  candidateRules: OperatorRules | null;
  ruleReleases: { directory: string; url: string | null };
  /** Null: no tracing. */
  traceRatio: number | null;
  geoFiles: GeoFiles;
  dnsServers: readonly string[];
  shedAboveMs: number;
  /** Limits of the whole node. */
  cache: { memoryBytes: number; diskBytes: number; objectBytes: number; siteShare: number };
  /** Null: no virus scanner is configured. */
  clamd: { address: string; maxBytes: number; timeoutMs: number } | null;
  /** Null: no list of leaked passwords is configured. */
  leakedPasswords: string | null;
  uploadSpoolBytes: number;
  spoolMaxBytes: number;
  spoolSegmentBytes: number;
  drainDelayMs: number;
  drainMs: number;
  orphanMs: number;
}

const rulesIn = (directory: string, setup: string): OperatorRules | null =>
  directory === '' ? null : { directory, setup: setup || null };

/** Reads and checks the environment. The error names every bad variable and shows no value. */
export function readConfig(environment: NodeJS.ProcessEnv = process.env): EdgeConfig {
  const result = schema.safeParse(environment);
  if (!result.success) {
    const faults = result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`The edge's configuration is wrong:\n${faults.join('\n')}`);
  }
  const values = result.data;
  return {
    bind: values.PALISADE_EDGE_BIND,
    httpPort: values.PALISADE_EDGE_HTTP_PORT,
    httpsPort: values.PALISADE_EDGE_HTTPS_PORT,
    http3:
      values.PALISADE_EDGE_HTTP3_PROGRAM === ''
        ? null
        : {
            program: values.PALISADE_EDGE_HTTP3_PROGRAM,
            port: values.PALISADE_EDGE_HTTP3_PORT ?? values.PALISADE_EDGE_HTTPS_PORT,
            publicPort: values.PALISADE_EDGE_HTTP3_PUBLIC_PORT ?? null,
          },
    adminBind: values.PALISADE_EDGE_ADMIN_BIND,
    adminPort: values.PALISADE_EDGE_ADMIN_PORT,
    workers: values.PALISADE_EDGE_WORKERS,
    nodes: values.PALISADE_EDGE_NODES,
    dataDir: values.PALISADE_EDGE_DATA_DIR,
    nodeId: values.PALISADE_EDGE_NODE_ID,
    edgeRedisUrl: values.PALISADE_EDGE_REDIS_URL || null,
    bus: readBus(values.PALISADE_BUS_REDIS_URL, values.PALISADE_BUS, environment),
    configKeys: values.PALISADE_EDGE_CONFIG_KEYS,
    sealKey: values.PALISADE_EDGE_SEAL_KEY || null,
    previousSealKeys: values.PALISADE_EDGE_SEAL_PREVIOUS_KEYS,
    keysFile: values.PALISADE_KEYS_FILE || null,
    originAddresses: {
      allow: values.PALISADE_EDGE_ORIGIN_ALLOW,
      refusedPorts: values.PALISADE_EDGE_ORIGIN_REFUSED_PORTS,
    },
    outboundAddresses: values.PALISADE_EDGE_OUTBOUND_ADDRESSES,
    trustedProxies: values.PALISADE_EDGE_TRUSTED_PROXIES,
    trustedHops: values.PALISADE_EDGE_TRUSTED_HOPS,
    peers: values.PALISADE_EDGE_PEERS,
    proxyProtocol: values.PALISADE_EDGE_PROXY_PROTOCOL,
    tlsFingerprints: values.PALISADE_EDGE_TLS_FINGERPRINTS,
    gatheredWrites: values.PALISADE_EDGE_GATHERED_WRITES,
    selfSigned: values.PALISADE_EDGE_SELF_SIGNED,
    managedRules: values.PALISADE_EDGE_MANAGED_RULES,
    traceRatio: samplingRatio(values),
    operatorRules: rulesIn(values.PALISADE_EDGE_RULES_DIR, values.PALISADE_EDGE_RULES_SETUP),
    candidateRules: rulesIn(
      values.PALISADE_EDGE_CANDIDATE_RULES_DIR,
      values.PALISADE_EDGE_CANDIDATE_RULES_SETUP,
    ),
    ruleReleases: {
      directory:
        values.PALISADE_EDGE_RULE_RELEASES_DIR || path.join(values.PALISADE_EDGE_DATA_DIR, 'rule-releases'),
      url: values.PALISADE_EDGE_RULE_RELEASES_URL || null,
    },
    geoFiles: { city: values.PALISADE_EDGE_GEO_CITY, asn: values.PALISADE_EDGE_GEO_ASN },
    dnsServers: values.PALISADE_EDGE_DNS_SERVERS,
    shedAboveMs: values.PALISADE_EDGE_SHED_ABOVE_MS,
    cache: cacheOf(values),
    clamd:
      values.PALISADE_EDGE_CLAMD === ''
        ? null
        : {
            address: values.PALISADE_EDGE_CLAMD,
            maxBytes: values.PALISADE_EDGE_CLAMD_MAX_BYTES,
            timeoutMs: values.PALISADE_EDGE_CLAMD_TIMEOUT_MS,
          },
    leakedPasswords: values.PALISADE_EDGE_LEAKED_PASSWORDS || null,
    uploadSpoolBytes: values.PALISADE_EDGE_UPLOAD_SPOOL_BYTES,
    spoolMaxBytes: values.PALISADE_EDGE_SPOOL_MAX_BYTES,
    spoolSegmentBytes: values.PALISADE_EDGE_SPOOL_SEGMENT_BYTES,
    drainDelayMs: values.PALISADE_EDGE_DRAIN_DELAY_MS,
    drainMs: values.PALISADE_EDGE_DRAIN_MS,
    orphanMs: values.PALISADE_EDGE_ORPHAN_MS,
  };
}

const cacheOf = (values: z.infer<typeof schema>): EdgeConfig['cache'] => ({
  memoryBytes: values.PALISADE_EDGE_CACHE_MEMORY_BYTES,
  diskBytes: values.PALISADE_EDGE_CACHE_DISK_BYTES,
  objectBytes: values.PALISADE_EDGE_CACHE_OBJECT_BYTES,
  siteShare: values.PALISADE_EDGE_CACHE_SITE_PERCENT / 100,
});

function readBus(redisUrl: string, kind: string, environment: NodeJS.ProcessEnv): BusSettings | null {
  return redisUrl === '' && kind === 'redis' ? null : readBusSettings(redisUrl, environment);
}
