import type { InstallationSecrets } from '../../config/secrets.ts';
import type { Installation } from '../base/installation.ts';

/**
 * The installation as seen while its keys change: the operator's own password of Redis is one of them, and the old one is refused before the command ends.
 * @param current the secrets of now
 */
export const withLiveRedisUrl = (
  installation: Installation,
  current: () => InstallationSecrets,
): Installation =>
  installation.hasRedisUsers
    ? { ...installation, redisUrl: (use) => installation.servers(current()).redis('operator', use) }
    : installation;
