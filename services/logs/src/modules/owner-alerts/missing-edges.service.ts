import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { MINUTE_MS } from '@palisade/basics';
import { NodeBoard } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { edgeRedis } from '../../connections/edge-redis.ts';

/** A node that has been silent for longer is taken for one that serves nobody: then its visitors are really missing. */
export const MAX_CUT_OFF_MS = 15 * MINUTE_MS;

/**
 * Whether requests may be missing that an edge node still has: one that is cut off goes on serving, keeps its records
 * in its spool and sends them later. Until then they read as no traffic.
 */
@Injectable()
export class MissingEdgesService implements OnApplicationShutdown {
  private readonly logger = new Logger(MissingEdgesService.name);
  private readonly redis: Redis;
  private readonly board: NodeBoard;

  constructor(@Inject(LOGS_CONFIG) config: Pick<LogsConfig, 'PALISADE_EDGE_REDIS_URL'>) {
    this.redis = edgeRedis(config.PALISADE_EDGE_REDIS_URL, 'missing-edges', this.logger);
    this.board = new NodeBoard(this.redis);
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }

  /** Whether a node has lately fallen silent without being stopped. */
  async areAny(): Promise<boolean> {
    try {
      return (await this.board.silent()).some(({ silentMs }) => silentMs <= MAX_CUT_OFF_MS);
    } catch (error) {
      this.logger.warn(
        { err: error },
        'the edge state does not say whether nodes are missing: alerts look at the requests that are stored',
      );
      return false;
    }
  }
}
