const MIB = 1024 * 1024;

/** Fractions of a pool, 0 to 1, that one holder of each kind is guaranteed while others want it too. */
export interface Shares {
  /** An IPv4 address, or an IPv6 /64, which one client can roam in. */
  client?: number;
  /** An IPv4 /24, or an IPv6 /48. */
  network?: number;
  site?: number;
  /** All sites of one owner. */
  owner?: number;
}

export interface PoolSpec {
  unit:
    | 'bytes'
    | 'connections'
    | 'requests'
    | 'scans'
    | 'solutions'
    | 'questions'
    | 'fetches'
    | 'streams'
    | 'sites'
    | 'compressors';
  /** Bound per worker. */
  bound: number;
  /** Fraction of the bound up to which no shares are checked. */
  freeUpTo: number;
  shares: Shares;
  /** Contents of the pool, and what is refused or shed when it is full; both are printed in POOLS.md. */
  what: string;
  whenFull: string;
  /** The test that fills the pool. */
  test: string;
}

const FAIR_COUNTER = 'services/waf-proxy/src/io/shares/fair-counter.spec.ts';
const POOLS_FILLED = 'services/waf-proxy/src/pipeline/fair-shares.int-spec.ts';

const RANGE_SERVER = 'services/waf-proxy/src/features/leaked-passwords/range-server.spec.ts';
const TARPIT = 'services/waf-proxy/src/features/bots/deception/tarpit.int-spec.ts';
const ORIGIN_NAMES = 'services/waf-proxy/src/upstream/origin-names.spec.ts';
const COLD_LOADS = 'services/waf-proxy/src/node/worker/cold-loads.spec.ts';
const ORIGIN_STREAMS_FILLED = 'services/waf-proxy/src/upstream/http2-origins.int-spec.ts';

/**
 * Everything of a worker that strangers fill and that has a share for each: the code takes its bounds from here, and
 * POOLS.md is written from it.
 *
 * `freeUpTo` 1: who holds most gives way when there is no more room, so that nobody has to be kept out before. Below
 * 1: what was given cannot be taken back, so that the rest is kept for those who have less than their share.
 */
export const POOLS = {
  waiting_bodies: {
    unit: 'bytes',
    bound: 256 * MIB,
    freeUpTo: 1,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'request bodies that wait for their verdict, or for a connection to the origin',
    whenFull:
      'requests of whoever holds most in relation to their share get 503, those that hold most for longest first',
    test: POOLS_FILLED,
  },
  unread_bodies: {
    unit: 'bytes',
    bound: 128 * MIB,
    freeUpTo: 1,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'request bodies over HTTP/2 that have arrived before anybody reads them',
    whenFull: 'as above; streams that have been answered are reset',
    test: POOLS_FILLED,
  },
  waiting_responses: {
    unit: 'bytes',
    bound: 128 * MIB,
    freeUpTo: 1,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'response bodies that wait for their verdict',
    whenFull: 'as above',
    test: POOLS_FILLED,
  },
  websocket_messages: {
    unit: 'bytes',
    bound: 64 * MIB,
    freeUpTo: 1,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'text messages that wait for their end, or for their verdict, and what waits for a reader (60 s, 2 KiB/s)',
    whenFull: 'connections of whoever holds most in relation to their share are closed (1013)',
    test: POOLS_FILLED,
  },
  websockets: {
    unit: 'connections',
    bound: 16_384,
    freeUpTo: 1,
    shares: { client: 1 / 64, network: 1 / 16, site: 1 / 4, owner: 1 / 4 },
    what: 'WebSockets, each a connection to the origin too; without a word for 10 min they end',
    whenFull: 'the oldest of whoever has most in relation to their share are closed (1013)',
    test: POOLS_FILLED,
  },
  connections: {
    unit: 'connections',
    bound: 32_768,
    freeUpTo: 1,
    shares: { client: 1 / 128, network: 1 / 16 },
    what: 'clients’ connections (one address has 256 at most, however few there are)',
    whenFull: 'the oldest of whoever has most in relation to their share are closed',
    test: POOLS_FILLED,
  },
  requests: {
    unit: 'requests',
    bound: 16_384,
    freeUpTo: 1 / 2,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'requests under way, HTTP/2 streams included (a connection has 100 at most)',
    whenFull: 'further ones of whoever has their share get 503',
    test: POOLS_FILLED,
  },
  origin_connections: {
    unit: 'connections',
    bound: 512,
    freeUpTo: 3 / 4,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'connections to one origin, in use',
    whenFull:
      'requests wait, 10 s at most; who has fewest connections gets the next one, who has most waiting gives way',
    test: POOLS_FILLED,
  },
  origin_streams: {
    unit: 'streams',
    bound: 1_600,
    freeUpTo: 3 / 4,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'streams to one origin over HTTP/2: 16 connections with 100 each, or what it allows',
    whenFull: 'as above, 20 s at most',
    test: ORIGIN_STREAMS_FILLED,
  },
  upload_scans: {
    unit: 'scans',
    bound: 512,
    freeUpTo: 1 / 4,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'uploads in front of the virus scanner, six of them inside it; clients take turns',
    whenFull:
      'further ones of whoever has their share get what the site wants for uploads that cannot be scanned',
    test: FAIR_COUNTER,
  },
  upload_spool: {
    unit: 'bytes',
    bound: 512 * MIB,
    freeUpTo: 1 / 2,
    shares: { client: 1 / 8, network: 1 / 4, site: 1 / 2, owner: 1 / 2 },
    what: 'disk for uploads that wait for their scan (PALISADE_EDGE_UPLOAD_SPOOL_BYTES by the workers)',
    whenFull: 'as above',
    test: FAIR_COUNTER,
  },
  challenge_solutions: {
    unit: 'solutions',
    bound: 16,
    freeUpTo: 1 / 2,
    shares: { client: 1 / 8, network: 1 / 4 },
    what: 'solutions of challenges that are being checked',
    whenFull: 'further ones are told to come again',
    test: FAIR_COUNTER,
  },
  crawler_lookups: {
    unit: 'questions',
    bound: 100,
    freeUpTo: 1 / 4,
    shares: { client: 1 / 16, network: 1 / 8 },
    what: 'questions to DNS whether a crawler is who it says',
    whenFull: 'further crawlers of whoever has their share get 503 for now',
    test: FAIR_COUNTER,
  },
  password_lookups: {
    unit: 'questions',
    bound: 64,
    freeUpTo: 1 / 4,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'questions to the list of leaked passwords of sign-ins, a server or on disk; a server’s each once for all who wait for it',
    whenFull:
      'further sign-ins of a client that has questions under way get 429 where leaked passwords are kept out; those of others pass, as they do while the list does not answer',
    test: RANGE_SERVER,
  },
  tarpit: {
    unit: 'requests',
    bound: 512,
    freeUpTo: 1 / 64,
    shares: { client: 1 / 64, network: 1 / 16, site: 1 / 4, owner: 1 / 4 },
    what: 'answers that keep programs waiting for half a minute, byte by byte',
    whenFull: 'further requests of whoever has their share are refused at once',
    test: TARPIT,
  },
  compressors: {
    unit: 'compressors',
    bound: 64,
    freeUpTo: 1 / 2,
    shares: { client: 1 / 16, network: 1 / 8, site: 1 / 4, owner: 1 / 4 },
    what: 'answers that are being compressed, or wait compressed for a slow reader; up to a megabyte each',
    whenFull: 'further answers of whoever has their share go out plain',
    test: FAIR_COUNTER,
  },
  origin_lookups: {
    unit: 'questions',
    bound: 8,
    freeUpTo: 1 / 4,
    shares: { site: 1 / 8, owner: 1 / 4 },
    what: 'names of origins that the system is asked for, each once for all who wait for it (1,000 names at most)',
    whenFull:
      'names of whoever has their share wait; what was known an hour ago serves while an answer is late or fails',
    test: ORIGIN_NAMES,
  },
  cold_sites: {
    unit: 'sites',
    bound: 20_480,
    freeUpTo: 1 / 8,
    shares: { client: 1 / 64, network: 1 / 16 },
    what: 'sites that clients have had read from disk within 10 s, because nobody had asked for them lately',
    whenFull:
      'requests of whoever has their share for further such sites get 503, their handshakes are refused',
    test: COLD_LOADS,
  },
  cache_refreshes: {
    unit: 'fetches',
    bound: 64,
    freeUpTo: 1 / 4,
    shares: { site: 1 / 8, owner: 1 / 4 },
    what: 'fetches of stale responses that no client waits for',
    whenFull: 'what is stale is served as it is, and fetched at a later request',
    test: FAIR_COUNTER,
  },
} as const satisfies Record<string, PoolSpec>;

export type PoolName = keyof typeof POOLS;

export const POOL_NAMES = Object.keys(POOLS) as PoolName[];

/** Current state of a pool, for the metrics. */
export interface PoolState {
  used: number;
  bound: number;
  /** Requests for the resource that were refused since the worker started. */
  refused: number;
  /** Amounts given and taken back later in favour of others. */
  shed: number;
}
