import { INFLATE_LIMITS } from '../proxy/body-inflater.ts';
import { POOLS, type PoolSpec, type Shares } from './pools.ts';

const KINDS: readonly (keyof Shares)[] = ['client', 'network', 'site', 'owner'];
const KIB = 1024;
const MIB = 1024 * KIB;

/** What is bounded by other means than a share for each: a stranger who fills it keeps nobody else from anything. */
const WITHOUT_SHARES: readonly [what: string, bound: string, whenFull: string][] = [
  [
    'connections of one address (or /64)',
    '256',
    'further ones are closed; the operator’s own proxies, who speak for many, have no such cap',
  ],
  ['streams of an HTTP/2 connection', '100', 'further ones are refused (REFUSED_STREAM)'],
  [
    'answers that an HTTP/2 client does not read',
    '512 KiB a connection',
    'nothing more is read from it; 60 s',
  ],
  ['heads', '32 KiB, 100 fields, 10 s', '431 or 408'],
  [
    'requests that wait for one cache fetch',
    '1,000 a fetch, 10 s',
    'further ones ask the origin themselves, within the bounds of requests and of connections to the origin',
  ],
  [
    'stored responses',
    'half of memory and disk for one site',
    'what was used least recently goes, of that site first',
  ],
  ['variants of one address', '64', 'the oldest goes'],
  [
    'addresses known as not storable',
    '8 MiB',
    'the one used least recently is forgotten, and requests wait for each other again',
  ],
  ['compressors', '64', 'answers go out plain'],
  [
    'plain text of a compressed body',
    `${(INFLATE_LIMITS.bytes / KIB).toLocaleString('en')} KiB, ${INFLATE_LIMITS.ratio} times its size; it is held in \`waiting_bodies\``,
    'refused as a bomb; judged by that much of it; a form is too long then (413)',
  ],
  ['clients of rate limits', '100,000', 'who was seen least recently is forgotten: never who is at it'],
  ['clients of DDoS caps', '50,000 in 10 s', 'further ones are counted by their network'],
  ['clients of bot protection, of challenges', '20,000', 'who was seen least recently is forgotten'],
  ['bans', '200,000', 'the one asked for least recently is forgotten'],
  ['questions to the supervisor (shared counts, claims)', '2,000', 'the worker’s own count decides'],
  ['log records that wait for the disk', '16 MiB', 'dropped and counted'],
  ['log records on disk', 'PALISADE_EDGE_SPOOL_MAX_BYTES', 'the oldest are dropped, counted and reported'],
  ['memos of names, hosts and user agents', '1,024 to 4,096', 'emptied'],
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
    'What strangers can fill, in each worker, with a share for everybody. Written from `src/limits/pools.ts`, which the code',
    'takes its bounds from; a test holds the two together. Metrics: `palisade_edge_pool_used`, `_bound`, `_refused_total`,',
    '`_shed_total`, by `pool`.',
    '',
    'Shares bite only when a pool is full (“gives way”), or beyond its free part (“kept”): until then nobody is asked who he',
    'is, so that many people behind one address lose nothing on a quiet machine. A client is an IPv4 address or an IPv6 /64,',
    'a network a /24 or a /48, an owner all of his sites.',
    '',
    '| pool | what it holds | bound | shares | when it is full | test |',
    '|---|---|---|---|---|---|',
    ...rows,
    '',
    '## Bounded without shares',
    '',
    '| what | bound | when it is full |',
    '|---|---|---|',
    ...WITHOUT_SHARES.map((row) => `| ${row.join(' | ')} |`),
    '',
  ].join('\n');
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
