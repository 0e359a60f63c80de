import type { Redis } from 'ioredis';
import type { Settings } from '../../config/settings.ts';
import type { Installation } from '../base/installation.ts';
import { OperatorError } from '../base/operator-error.ts';
import { withRedisAt } from '../base/redis.ts';
import { builtModule } from '../base/workspace.ts';
import { describe } from '../checks/finding.ts';

/** For `--without`: nobody asks the edges. */
export const EVERY_EDGE = 'all';

interface Node {
  node: string;
  version: string;
  silentMs: number;
  keys: { fingerprint: string; behindSeconds: number } | null;
}
interface EdgeState {
  NODE_ALIVE_MS: number;
  NodeBoard: new (redis: Redis) => { read(): Promise<Node[]> };
  edgeKeysFingerprint(settings: Settings): string;
}

/** Whether every edge of the installation, wherever it runs, has gone over to keys: each says so where edges report how they are. */
export class EdgeAcknowledgements {
  /** @param without edges that are gone for good, whose reports Redis still has */
  constructor(
    private readonly installation: Installation,
    private readonly without: readonly string[],
  ) {}

  /**
   * @returns who has not, and why; empty: everybody has
   * @throws OperatorError `edges_unseen`
   */
  async missing(told: Settings): Promise<string[]> {
    if (this.without.includes(EVERY_EDGE)) return [];
    const { NODE_ALIVE_MS, edgeKeysFingerprint } = await edgeState();
    const wanted = edgeKeysFingerprint(told);
    const nodes = await this.nodes();
    return nodes
      .filter(({ node, keys }) => !this.without.includes(node) && keys?.fingerprint !== wanted)
      .map((node) => `${node.node} ${whyNot(node, NODE_ALIVE_MS)}`);
  }

  private async nodes(): Promise<Node[]> {
    const { NodeBoard } = await edgeState();
    try {
      return await withRedisAt(this.installation.redisUrl('edge'), (redis) => new NodeBoard(redis).read());
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

function whyNot({ version, silentMs, keys }: Node, aliveMs: number): string {
  if (silentMs > aliveMs) return `has been silent for ${Math.round(silentMs / 1_000)} s`;
  if (keys === null) return `is of version ${version}, which does not say which keys it uses`;
  return keys.behindSeconds > 0
    ? `has the new keys for ${Math.round(keys.behindSeconds)} s and does not come up with them (see its log)`
    : 'uses those before';
}
