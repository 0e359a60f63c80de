import { edgeSecretSettings, redisServer, type Settings } from '../../config/settings.ts';
import type { Installation } from '../base/installation.ts';

/** The bus, where it is not Redis. */
const BUS_SETTING = /^PALISADE_BUS(_KAFKA_\w+)?$/;

/**
 * The settings of an edge on another machine, and nothing else: its own Redis password and the keys that every edge
 * has.
 * @param redisUrl Redis as reachable from that machine
 */
export function edgeSettings(
  installation: Pick<Installation, 'secrets' | 'settings' | 'hasRedisUsers'>,
  name: string,
  redisUrl: string,
): Settings {
  const { secrets, settings, hasRedisUsers } = installation;
  const redis = redisServer(redisUrl, hasRedisUsers ? secrets.redisPasswords : null);
  const database = (): string => {
    throw new TypeError('an edge has no database');
  };
  const bus = Object.entries(settings.edge).filter(([setting]) => BUS_SETTING.test(setting));
  return {
    ...Object.fromEntries(bus),
    // How it comes to Kafka stands among the bus's settings.
    ...edgeSecretSettings(secrets, { database, redis, hasKafkaUsers: false }),
    PALISADE_EDGE_NODE_ID: name,
  };
}
