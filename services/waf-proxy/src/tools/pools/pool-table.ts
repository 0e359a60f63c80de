import { BAN_LIMITS, LISTING_LIMITS, type ShareOfSites } from '@palisade/edge-state';
import { ANNOUNCEMENT_RATE } from '../../features/access/timed-listings.ts';
import { INFLATE_LIMITS } from '../../features/inspection/body-inflater.ts';
import { POOLS, type PoolSpec, type Shares } from '../../io/shares/pools.ts';
import { MAX_CONNECTIONS_PER_ADDRESS } from '../../server/connections/connection-cap.ts';
import { HTTP2_LIMITS } from '../../server/http2/http2-limits.ts';

const KINDS: readonly (keyof Shares)[] = ['client', 'network', 'site', 'owner'];
const KIB = 1024;
const MIB = 1024 * KIB;

interface Bounded {
  what: string;
  bound: string;
  whenFull: string;
  /** No share is needed. */
  why: string;
}

/** What is bounded by other means than a share for each: a stranger who fills it keeps nobody else from anything. */
const WITHOUT_SHARES: readonly Bounded[] = [
  {
    what: 'connections of one address (or /64)',
    bound: String(MAX_CONNECTIONS_PER_ADDRESS),
    whenFull:
      'further ones are closed; the operator’s own proxies and edge nodes that are named by address (`PALISADE_EDGE_PEERS`), who speak for many, have no such cap and no client’s share',
    why: 'it is a client’s own',
  },
  {
    what: 'TLS handshakes',
    bound: 'those of `connections`, 10 s each',
    whenFull: 'as there',
    why: 'what handshakes cost is work: while a worker cannot keep up, those of clients who ask for more than their share end first ([test](src/server/tls/tls-listener.int-spec.ts))',
  },
  {
    what: 'how clients’ TLS handshakes begin',
    bound: '16 KiB a connection of `connections`, twice that while it comes (10 s)',
    whenFull: 'it is not kept, and the client has no fingerprint',
    why: 'a client’s own; gone once a request asks for the fingerprint ([test](src/io/tls-hello/received-hello.spec.ts))',
  },
  {
    what: 'certificates that clients show',
    bound: '100 KiB a connection of `connections`, on sites that ask for one',
    whenFull: 'the handshake is refused',
    why: 'a client’s own; OpenSSL’s bound for a chain, and what is longer is no chain ([test](src/features/client-certificates/client-certificates.int-spec.ts))',
  },
  {
    what: 'reports of browsers',
    bound:
      '64 KiB each; an hour, 60 of a client are read and 20 taken, of a network (/24, /48) 80, of a site 2,000, 50,000 remembered',
    whenFull: 'further ones are dropped (204); what was remembered longest is counted once more',
    why: 'each client has its own number, and a site’s flood is that site’s ([test](src/features/csp-reports/csp-report-limits.spec.ts))',
  },
  {
    what: 'streams of an HTTP/2 connection',
    bound: String(HTTP2_LIMITS.streams),
    whenFull: 'further ones are refused (REFUSED_STREAM)',
    why: 'a client’s own; all together are in `requests`',
  },
  {
    what: 'answers that an HTTP/2 client does not read',
    bound: '512 KiB a connection',
    whenFull: 'nothing more is read from it; 60 s',
    why: 'a client’s own, and 2 KiB/s at least over a minute',
  },
  {
    what: 'heads',
    bound: '32 KiB, 100 fields, 10 s',
    whenFull: '431 or 408',
    why: 'one a connection',
  },
  {
    what: 'slices of rules that take long',
    bound: 'one in each turn of the event loop, of those in `requests` and `websockets`',
    whenFull: 'they wait',
    why: 'turns go by owner, site, network and client ([test](src/io/shares/fair-line.spec.ts))',
  },
  {
    what: 'messages of WebSockets that rules look at',
    bound:
      'what one slice may take in each turn of the event loop, of all connections together, and none while slices wait',
    whenFull: 'they wait in the line of those slices; their connection is not read meanwhile',
    why: 'as above ([test](src/features/websocket/websocket.int-spec.ts))',
  },
  {
    what: 'frames of a WebSocket in one read',
    bound: 'some 400 in a turn of the event loop',
    whenFull: 'the rest waits in the same line',
    why: 'a client’s own ([test](src/features/websocket/frame-reader.spec.ts))',
  },
  {
    what: 'requests of an HTTP/2 connection that one read brings',
    bound: 'as many in a turn of the event loop as one slice may take',
    whenFull: 'the rest is read in the next turn, nothing else of that connection before',
    why: 'a client’s own ([test](src/server/http2/http2-turns.int-spec.ts))',
  },
  {
    what: 'interim answers of an origin (103)',
    bound: '16 a request; 8 KiB each, or the client is not sent it, nor while it is behind',
    whenFull: 'more: 502',
    why: 'a request’s own ([test](src/upstream/http2-origins.int-spec.ts))',
  },
  {
    what: 'requests that wait for one cache fetch',
    bound: '1,000 a fetch, 10 s',
    whenFull:
      'further ones ask the origin themselves, within the bounds of requests and of connections to the origin',
    why: 'who waits is in `requests`; the fetch is one of `origin_connections`',
  },
  {
    what: 'stored responses',
    bound: 'half of memory and disk for one site',
    whenFull: 'what was used least recently goes, of that site first',
    why: 'the bound is a site’s',
  },
  { what: 'variants of one address', bound: '64', whenFull: 'the oldest goes', why: 'a site’s own' },
  {
    what: 'addresses known as not storable',
    bound: '8 MiB',
    whenFull: 'the one used least recently is forgotten, and requests wait for each other again',
    why: 'what is lost is learnt anew with the next request',
  },
  {
    what: 'plain text of a compressed body',
    bound: `5/4 of what the site has inspected of a body, ${INFLATE_LIMITS.ratio} times its size`,
    whenFull: 'refused as a bomb; judged by that much of it; a form is too long then (413)',
    why: 'it is held in `waiting_bodies`',
  },
  {
    what: 'clients of rate limits',
    bound: '100,000',
    whenFull: 'who was seen least recently is forgotten: never who is at it',
    why: 'who is forgotten is the one who has not come',
  },
  {
    what: 'clients of DDoS caps',
    bound: '50,000 in 10 s',
    whenFull: 'further ones are counted by their network',
    why: 'as many are an attack that the site’s load shows',
  },
  {
    what: 'clients of bot protection, of challenges',
    bound: '20,000',
    whenFull: 'who was seen least recently is forgotten',
    why: 'who is forgotten is asked again',
  },
  {
    what: 'bans',
    bound: shareOfSites(BAN_LIMITS),
    whenFull: `the site’s own that was asked for least recently goes, and each site has ${BAN_LIMITS.anySite}`,
    why: 'a flood on one site pushes out no other’s, and who is at it is asked for',
  },
  {
    what: 'clients that rules have put on lists',
    bound: `${shareOfSites(LISTING_LIMITS)}; ${ANNOUNCEMENT_RATE.perSecond} a second of a site are told to others`,
    whenFull: `the site’s own oldest goes, and each site has ${LISTING_LIMITS.anySite}; what is over the rate holds on one worker`,
    why: 'whoever floods a site’s trap floods that site’s listings alone, and no bans',
  },
  {
    what: 'certificates in memory',
    bound: '2,000',
    whenFull: 'the one used least recently is opened anew, under a millisecond',
    why: 'only names of sites have any; a stranger can make none',
  },
  {
    what: 'answers to certificate authorities',
    bound: 'those that the control plane has begun; minutes',
    whenFull: '–',
    why: 'strangers can ask for them, not add any',
  },
  {
    what: 'countries and networks of addresses',
    bound: 'two files in memory',
    whenFull: '–',
    why: 'a look-up keeps nothing',
  },
  {
    what: 'questions to the supervisor (shared counts, claims)',
    bound: '2,000',
    whenFull: 'the worker’s own count decides',
    why: 'what is lost is exactness between workers, for 100 ms',
  },
  {
    what: 'log records that wait for the disk',
    bound: '16 MiB, 256 KiB each',
    whenFull: 'dropped and counted',
    why: 'a record is written within its request, and requests have shares',
  },
  {
    what: 'log records on disk',
    bound: 'PALISADE_EDGE_SPOOL_MAX_BYTES',
    whenFull: 'the oldest are dropped, counted and reported',
    why: 'as above',
  },
  {
    what: 'labels of metrics',
    bound: 'pools, slots, and what the configuration names',
    whenFull: '–',
    why: 'nothing that a stranger says is one',
  },
  {
    what: 'memos of names, hosts and user agents',
    bound: '1,024 to 4,096',
    whenFull: 'emptied',
    why: 'what is lost is computed again',
  },
];

/** POOLS.md: every pool of the edge that a stranger can fill. */
export function poolTable(): string {
  const rows = Object.entries<PoolSpec>(POOLS).map(
    ([name, spec]) =>
      `| \`${name}\` | ${spec.what} | ${amount(spec)} | ${shares(spec)} | ${spec.whenFull} | [test](${testPath(spec)}) |`,
  );
  return [
    '# Pools of the edge',
    '',
    'What strangers can fill, in each worker, with a share for everybody. Written from `src/io/shares/pools.ts`, which the code',
    'takes its bounds from; a test holds the two together. Metrics: `palisade_edge_pool_used`, `_bound`, `_refused_total`,',
    '`_shed_total`, by `pool`.',
    '',
    'Shares bite only when a pool is full (“gives way”), or beyond its free part (“kept”): until then nobody is asked who they',
    'are, so that many people behind one address lose nothing on a quiet machine. A client is an IPv4 address or an IPv6 /64,',
    'a network a /24 or a /48, an owner all of their sites. Where the limit of open files (`ulimit -n`) leaves less, the bounds',
    'of connections, WebSockets and requests are lower, and the node’s start says to what.',
    '',
    '| pool | what it holds | bound | shares | when it is full | test |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Bounded without shares',
    '',
    '| what | bound | when it is full | why it needs no shares |',
    '|---|---|---|---|',
    ...WITHOUT_SHARES.map(
      ({ what, bound, whenFull, why }) => `| ${what} | ${bound} | ${whenFull} | ${why} |`,
    ),
    '',
  ].join('\n');
}

function shareOfSites({ perSite, all }: ShareOfSites): string {
  return `${perSite.toLocaleString('en')} of a site, ${all.toLocaleString('en')} in all`;
}

function amount({ unit, bound }: PoolSpec): string {
  return unit === 'bytes' ? `${bound / MIB} MiB` : `${bound.toLocaleString('en')} ${unit}`;
}

function shares({ shares: parts, freeUpTo }: PoolSpec): string {
  const named = KINDS.filter((kind) => parts[kind] !== undefined).map(
    (kind) => `${kind} 1/${1 / parts[kind]!}`,
  );
  return `${named.join(', ')}; ${freeUpTo === 1 ? 'gives way' : `kept beyond ${freeUpTo * 100} %`}`;
}

const testPath = ({ test }: PoolSpec) => test.replace('services/waf-proxy/', '');
