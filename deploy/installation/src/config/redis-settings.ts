/**
 * Settings of every Redis that we start. A Redis of your own needs the same, see deploy/docker/README.md.
 *
 * Events and jobs are on disk before they are confirmed, and nothing is evicted. The rest limits the damage that one
 * user can do to all: a full memory refuses writes (readers continue, and drain it), connections and values are
 * bounded, and a script without an end is noticed after a second (`RedisGuard`).
 */
export const REDIS_SETTINGS = {
  appendonly: 'yes',
  appendfsync: 'always',
  'maxmemory-policy': 'noeviction',
  maxmemory: '2gb',
  'maxmemory-clients': '25%',
  'proto-max-bulk-len': '64mb',
  'busy-reply-threshold': '1000',
} as const satisfies Record<string, string>;
