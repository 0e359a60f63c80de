import { createHash } from 'node:crypto';

/**
 * Users of Redis. `health` may only check that it responds; `operator` has all permissions, and no service knows its
 * password.
 */
export const REDIS_USERS = [
  'gateway',
  'auth',
  'billing',
  'domains',
  'logs',
  'mailer',
  'edge',
  'health',
  'operator',
] as const;
export type RedisUser = (typeof REDIS_USERS)[number];

/** Users with access to the bus. */
export type BusUser = Exclude<RedisUser, 'gateway' | 'health' | 'operator'>;

/** Which topics of the bus each publishes on and reads: as the events' registry and the handlers have it. */
export const BUS_TOPICS: Readonly<
  Record<BusUser, { publishes: readonly string[]; reads: readonly string[] }>
> = {
  auth: { publishes: ['users', 'mails'], reads: ['billing', 'audit', 'alerts'] },
  billing: { publishes: ['billing', 'audit', 'mails'], reads: ['users', 'domains', 'site-totals'] },
  domains: { publishes: ['domains', 'audit'], reads: ['billing', 'users', 'site-totals'] },
  logs: { publishes: ['site-totals', 'alerts', 'audit'], reads: ['request-logs', 'domains', 'users'] },
  mailer: { publishes: ['mails', 'audit'], reads: ['alerts', 'domains', 'users', 'billing', 'mails'] },
  edge: { publishes: ['request-logs'], reads: [] },
};

/** Commands that every client sends when it connects. */
const EVERYBODY = '+ping +hello +auth +select +info +time +multi +exec +client|setname +client|id';
/** Keys are restricted by patterns; commands without keys, or that reveal the names of others' keys, are excluded. */
const READ_WRITE = '+@read +@write -@dangerous -scan -randomkey -dbsize +eval +evalsha';

const selector = (rules: string, ...keys: string[]): string => `(${rules} ${keys.join(' ')})`;
const keys = (...patterns: string[]): string[] => patterns.map((pattern) => `~${pattern}`);
const readable = (...patterns: string[]): string[] => patterns.map((pattern) => `%R~${pattern}`);

/**
 * The bus's parts. Scripts are allowed over all that a service uses; what happens in them is checked command by command, so
 * that who reads a topic can move its own group's place in it and trim it, but cannot add to it.
 */
function busRules(user: BusUser): string[] {
  const { publishes, reads } = BUS_TOPICS[user];
  const stream = (topic: string) => `bus:{${topic}:?}`;
  const own = (kind: string) => reads.map((topic) => `${stream(topic)}:${kind}:${user}`);
  const members = reads.map((topic) => `bus:{${topic}}:members:${user}`);
  const producers = publishes.map((topic) => `${stream(topic)}:producer:*`);
  const stats = [...publishes, ...reads].map((topic) => `${stream(topic)}:stats`);
  const [written, read] = [publishes.map(stream), reads.map(stream)];
  const everything = [
    ...new Set([...written, ...read, ...own('lease'), ...own('dead'), ...members, ...producers, ...stats]),
  ];
  const channels = [...new Set([...written, ...read, ...members])].map((channel) => `&${channel}`);
  return [
    `+publish +subscribe +unsubscribe ${channels.join(' ')}`,
    selector('+eval +evalsha', ...keys(...everything)),
    selector('+xadd +xlen +xtrim +memory|usage', ...keys(...written)),
    selector('+get +set', ...keys(...producers)),
    selector('+hget +hincrby', ...keys(...stats)),
    ...(reads.length === 0
      ? []
      : [
          selector('+exists +xlen +xrange +xtrim +xgroup|create +xgroup|setid +xinfo', ...keys(...read)),
          selector('+hget +hmget +hset +hdel +hincrby', ...keys(...own('lease'))),
          selector('+xadd +xlen +xtrim +xrange +xdel +memory|usage', ...keys(...own('dead'))),
          selector('+zadd +zrange +zrem +zremrangebyscore', ...keys(...members)),
        ]),
  ];
}

const queueRules = (user: BusUser) => selector(READ_WRITE, ...keys(`{palisade}:${user}-*`));

/** Permissions of each user besides the bus. */
const OTHER_RULES: Readonly<Record<RedisUser, readonly string[]>> = {
  gateway: [selector('+incr +pexpire +get', ...keys('palisade:limit:*'))],
  auth: [],
  billing: [queueRules('billing')],
  domains: [
    queueRules('domains'),
    selector(READ_WRITE, ...keys('{edge}:*', 'edge:nodes'), ...readable('edge:origin-health:*')),
  ],
  logs: [
    selector(READ_WRITE, ...keys('edge:logs:committed:*'), ...readable('edge:origin-health:*', 'edge:nodes')),
  ],
  mailer: [queueRules('mailer'), selector('+eval +get +set', ...keys('{palisade}:mailer:rate:*'))],
  edge: [
    selector(
      READ_WRITE,
      ...keys('{edge}:bans', '{edge}:bans:*', '{edge}:ban-changes', '{edge}:ban-facts:*'),
      ...keys('{edge}:cache-invalidations', '{edge}:rollbacks', 'edge:nodes', 'edge:origin-health:*'),
      ...keys(
        'edge:ticket-key:*',
        'edge:pseudonym-key:*',
        'edge:rate:*',
        'edge:claim:*',
        'edge:logs:committed:*',
      ),
      ...readable('{edge}:configs', '{edge}:config-versions', '{edge}:config-changes', '{edge}:config-seq'),
      ...readable('{edge}:lists', '{edge}:list-versions', '{edge}:list-changes', '{edge}:list-seq'),
      ...readable(
        '{edge}:cache-purges',
        '{edge}:cache-purge-seq',
        '{edge}:acme-challenges',
        '{edge}:controls',
      ),
    ),
  ],
  health: [],
  operator: [],
};

const isBusUser = (user: RedisUser): user is BusUser => Object.hasOwn(BUS_TOPICS, user);

function rulesOf(user: RedisUser): string {
  if (user === 'health') return '-@all +ping';
  if (user === 'operator') return '~* &* +@all';
  return ['-@all', EVERYBODY, ...(isBusUser(user) ? busRules(user) : []), ...OTHER_RULES[user]].join(' ');
}

/**
 * Nobody comes in without a name. With `nopass` Redis would answer this machine alone: it takes itself for one that was left
 * unprotected (`protected-mode`), whatever its other users are.
 *
 * This user may do everything, though nobody can be it: Redis and Valkey read their append-only file in its name and leave out, without a word, each
 * transaction and each script's writes with a command that it may not do (redis/redis#14541, valkey-io/valkey#3983; new versions do not).
 */
const DEFAULT_USER = 'user default off resetpass allkeys allchannels +@all';

/** The file that Redis 7 or Valkey reads as `aclfile`; it holds the passwords' hashes only. */
export function redisAclFile(passwords: Readonly<Record<RedisUser, string | readonly string[]>>): string {
  const lines = REDIS_USERS.map((user) => {
    const hashes = [passwords[user]]
      .flat()
      .map((password) => `#${createHash('sha256').update(password).digest('hex')}`);
    return `user ${user} on ${hashes.join(' ')} resetkeys resetchannels ${rulesOf(user)}`;
  });
  return [DEFAULT_USER, ...lines, ''].join('\n');
}
