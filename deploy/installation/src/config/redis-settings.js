/**
 * What every Redis of ours is told, whoever starts it. A Redis of one's own wants the same, see deploy/docker/README.md.
 *
 * Facts and jobs are on disk before they are confirmed, and nothing is thrown away. The rest bounds what one user can do to
 * all: a full memory refuses what is new (readers go on, and drain it), connections and values have a size, and a script that
 * does not end is noticed after a second (`RedisGuard`).
 */
export const REDIS_SETTINGS = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  maxmemory: '2gb',
  'maxmemory-clients': '25%',
  'proto-max-bulk-len': '64mb',
  'busy-reply-threshold': '1000',
};
