import { Inject, Injectable, Logger, type OnApplicationShutdown } from '@nestjs/common';
import { messageOfError } from '@palisade/basics';
import { LogCommitRegister } from '@palisade/edge-state';
import type { Redis } from 'ioredis';
import { LOGS_CONFIG, type LogsConfig } from '../../config/config.ts';
import { edgeRedis } from '../../connections/edge-redis.ts';
import type { SegmentState } from './segments.ts';

/** Tells edges' log shippers what is stored. Best effort: a lost mark is sent again when the shipper repeats. */
@Injectable()
export class CommitMarksService implements OnApplicationShutdown {
  private readonly logger = new Logger(CommitMarksService.name);
  private readonly redis: Redis;
  private readonly register: LogCommitRegister;

  constructor(@Inject(LOGS_CONFIG) config: LogsConfig) {
    this.redis = edgeRedis(config.PALISADE_EDGE_REDIS_URL, 'commit-marks', this.logger);
    this.register = new LogCommitRegister(this.redis);
  }

  async confirm(segments: readonly SegmentState[]): Promise<void> {
    try {
      await Promise.all(
        segments.map(({ nodeId, segmentId, nextIndex, done }) =>
          this.register.commit(nodeId, segmentId, { nextIndex, done }),
        ),
      );
    } catch (error) {
      const message = messageOfError(error);
      this.logger.warn({ error: message }, 'acknowledging stored records to the edge failed');
    }
  }

  onApplicationShutdown(): void {
    this.redis.disconnect();
  }
}
