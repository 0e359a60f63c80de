import type { Redis } from 'ioredis';
import { REDIS_SETTINGS } from '../../config/redis-settings.ts';
import type { Installation } from '../base/installation.ts';
import { withRedisAt } from '../base/redis.ts';
import { describe, type Finding, failure, ok, warning } from './finding.ts';

const MIN_MAJOR = 7;
const MEMORY_WARNED_ABOVE = 0.8;
/** What facts and jobs are lost without. */
const NEEDED = ['appendonly', 'appendfsync', 'maxmemory-policy'] as const;

export async function checkRedis(installation: Installation): Promise<Finding[]> {
  return await withRedis(installation, async (redis) => {
    const info = await redis.info();
    const [configured, refused] = await configOf(redis);
    return [
      checkVersion(field(info, 'redis_version')),
      checkMemory(Number(field(info, 'used_memory')), Number(field(info, 'maxmemory'))),
      ...(refused ? [refused] : NEEDED.map((name) => checkSetting(name, configured.get(name)))),
    ];
  }).catch((error: unknown) => [
    failure(
      'redis.unreachable',
      `Redis does not answer: ${describe(error)}`,
      'See that it runs, and that PALISADE_REDIS_URL and the users in `aclfile` are the installation’s.',
    ),
  ]);
}

/** As the operator. */
export const withRedis = <T>(installation: Installation, work: (redis: Redis) => Promise<T>): Promise<T> =>
  withRedisAt(installation.redisUrl('bus'), work);

async function configOf(redis: Redis): Promise<[Map<string, string>, Finding | null]> {
  try {
    const flat = (await redis.config('GET', ...NEEDED)) as string[];
    const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []));
    return [new Map(pairs), null];
  } catch (error) {
    // Servers that others run often forbid the question.
    const text = `Redis does not tell its settings: ${describe(error)}`;
    return [new Map(), warning('redis.settings_unknown', text, `See that it has ${wanted()}.`)];
  }
}

const wanted = (): string => NEEDED.map((name) => `${name} ${REDIS_SETTINGS[name]}`).join(', ');
const field = (info: string, name: string): string =>
  new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';

const checkVersion = (version: string): Finding =>
  Number.parseInt(version, 10) >= MIN_MAJOR
    ? ok('redis.version', `Redis ${version}`)
    : failure('redis.too_old', `Redis ${version}`, `Upgrade it to ${MIN_MAJOR} or newer.`);

function checkMemory(used: number, max: number): Finding {
  if (max === 0) return ok('redis.memory', `${Math.round(used / 2 ** 20)} MiB in use`);
  const text = `${Math.round((100 * used) / max)} % of its ${Math.round(max / 2 ** 20)} MiB in use`;
  return used > max * MEMORY_WARNED_ABOVE
    ? warning(
        'redis.nearly_full',
        text,
        'See which reader does not keep up (the panel’s System), or raise maxmemory.',
      )
    : ok('redis.memory', text);
}

function checkSetting(name: (typeof NEEDED)[number], value = ''): Finding {
  const isRight = value === REDIS_SETTINGS[name];
  return isRight
    ? ok('redis.setting', `${name} ${value}`)
    : failure(
        'redis.setting_wrong',
        `${name} is ${value || 'not told'}`,
        `Set ${name} ${REDIS_SETTINGS[name]}.`,
      );
}
