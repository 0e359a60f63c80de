import { newInstallationSecrets } from '../../config/secrets.ts';
import { redisServer } from '../../config/settings.ts';
import type { Installation } from '../base/installation.ts';
import { withLiveRedisUrl } from './live-redis-url.ts';

const AT = 'redis://operator:of-the-start@127.0.0.1:6379/0';
const found = (hasRedisUsers: boolean) =>
  ({
    hasRedisUsers,
    redisUrl: () => AT,
    servers: ({ redisPasswords }) => ({
      database: () => '',
      redis: redisServer(AT, redisPasswords),
      hasKafkaUsers: false,
    }),
  }) as Partial<Installation> as Installation;

describe('Redis, as a command that rotates keys reaches it', () => {
  it('is reached by the password of now, after the operator’s own was changed', () => {
    let secrets = newInstallationSecrets();
    const { redisUrl } = withLiveRedisUrl(found(true), () => secrets);
    const passwordNow = () => decodeURIComponent(new URL(redisUrl('edge')).password);
    expect(passwordNow()).toBe(secrets.redisPasswords.operator);
    secrets = newInstallationSecrets();
    expect(passwordNow()).toBe(secrets.redisPasswords.operator);
  });

  it('is reached as it was told where it has no users of ours', () => {
    expect(withLiveRedisUrl(found(false), newInstallationSecrets).redisUrl('edge')).toBe(AT);
  });
});
