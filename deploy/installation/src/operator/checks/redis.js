import { Redis } from 'ioredis';
import { REDIS_SETTINGS } from '../../config/redis-settings.ts';
import { describe, failure, ok, warning } from './finding.ts';

const TIMEOUT_MS = 3000;
const MIN_MAJOR = 7;
const MEMORY_WARNED_ABOVE = 0.8;
/** What facts and jobs are lost without. */
const NEEDED = ['appendonly', 'appendfsync', 'maxmemory-policy'];
export async function checkRedis(installation) {
  return await withRedis(installation, async (redis) => {
    const info = await redis.info();
    const [configured, refused] = await configOf(redis);
    return [
      checkVersion(field(info, 'redis_version')),
      checkMemory(Number(field(info, 'used_memory')), Number(field(info, 'maxmemory'))),
      ...(refused ? [refused] : NEEDED.map((name) => checkSetting(name, configured.get(name)))),
    ];
  }).catch((error) => [
    failure(
      'redis.unreachable',
      `Redis does not answer: ${describe(error)}`,
      'See that it runs, and that PALISADE_REDIS_URL and the users in `aclfile` are the installation’s.',
    ),
  ]);
}
export async function withRedis(installation, work) {
  const redis = new Redis(installation.redisUrl('bus'), {
    lazyConnect: true,
    connectTimeout: TIMEOUT_MS,
    commandTimeout: TIMEOUT_MS,
    maxRetriesPerRequest: 0,
    retryStrategy: () => null,
  });
  // What goes wrong is told by whichever command it befalls.
  let last;
  redis.on('error', (error) => {
    last = error;
  });
  try {
    await redis.connect();
    return await work(redis);
  } catch (error) {
    throw last ?? error;
  } finally {
    redis.disconnect();
  }
}
async function configOf(redis) {
  try {
    const flat = await redis.config('GET', ...NEEDED);
    const pairs = flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? '']] : []));
    return [new Map(pairs), null];
  } catch (error) {
    // Servers that others run often forbid the question.
    const text = `Redis does not tell its settings: ${describe(error)}`;
    return [new Map(), warning('redis.settings_unknown', text, `See that it has ${wanted()}.`)];
  }
}
const wanted = () => NEEDED.map((name) => `${name} ${REDIS_SETTINGS[name]}`).join(', ');
const field = (info, name) => new RegExp(`^${name}:(.*?)\r?$`, 'm').exec(info)?.[1] ?? '';
const checkVersion = (version) =>
  Number.parseInt(version, 10) >= MIN_MAJOR
    ? ok('redis.version', `Redis ${version}`)
    : failure('redis.too_old', `Redis ${version}`, `Upgrade it to ${MIN_MAJOR} or newer.`);
function checkMemory(used, max) {
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
function checkSetting(name, value = '') {
  const isRight = value === REDIS_SETTINGS[name];
  return isRight
    ? ok('redis.setting', `${name} ${value}`)
    : failure(
        'redis.setting_wrong',
        `${name} is ${value || 'not told'}`,
        `Set ${name} ${REDIS_SETTINGS[name]}.`,
      );
}
