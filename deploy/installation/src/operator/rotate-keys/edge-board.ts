import type { Redis } from 'ioredis';
import type { Settings } from '../../config/settings.ts';
import type { Installation } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { withRedisAt } from '../base/redis.ts';
import { builtModule } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';

/** For `--without`: nobody asks the edges. */
export const EVERY_EDGE = 'all';

export interface EdgeReport {
  node: string;
  version: string;
  silentMs: number;
  keys: { fingerprint: string; behindSeconds: number } | null;
  /** Fingerprint of the Redis password; nodes of older versions do not report it. */
  redisFingerprint?: string | undefined;
}
export interface Reports {
  nodes: EdgeReport[];
  /** Nodes whose reports cannot be parsed. */
  unreadable: string[];
  /** An edge that is silent for longer is not alive. */
  aliveMs: number;
}
interface EdgeState {
  NODE_ALIVE_MS: number;
  NodeBoard: new (redis: Redis) => { readAll(): Promise<Omit<Reports, 'aliveMs'>> };
  edgeKeysFingerprint(settings: Settings): string;
  redisPasswordFingerprint(url: string): string;
}

/** Status reports in Redis of all edges of an installation. */
export class EdgeBoard {
  constructor(private readonly installation: Installation) {}

  async fingerprintOf(settings: Settings): Promise<string> {
    return (await edgeState()).edgeKeysFingerprint(settings);
  }

  /**
   * @param url of Redis, with the password of now
   * @returns the edges that come to Redis with another one, or do not say with which
   * @throws OperatorError `edges_unseen`
   */
  async withOtherRedisPasswords(url: string): Promise<string[]> {
    const wanted = (await edgeState()).redisPasswordFingerprint(url);
    const { nodes, unreadable } = await this.read();
    const others = nodes.filter(({ redisFingerprint }) => redisFingerprint !== wanted);
    return [...others.map(({ node }) => node), ...unreadable];
  }

  /** @throws OperatorError `edges_unseen` */
  async read(): Promise<Reports> {
    const { NodeBoard, NODE_ALIVE_MS } = await edgeState();
    try {
      const read = (redis: Redis) => new NodeBoard(redis).readAll();
      return { ...(await withRedisAt(this.installation.redisUrl('edge'), read)), aliveMs: NODE_ALIVE_MS };
    } catch (cause) {
      throw new OperatorError(
        'edges_unseen',
        `Redis does not tell which keys edges use: ${describe(cause)}`,
        `See that it is reached from here (PALISADE_REDIS_URL). Where it cannot be, look at each edge’s palisade_keys_behind_seconds, and say --without ${EVERY_EDGE}.`,
        { cause },
      );
    }
  }
}

const edgeState = () => builtModule<EdgeState>('services/shared/edge-state/dist/index.js');
