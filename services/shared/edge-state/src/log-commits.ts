import type { Redis } from 'ioredis';
import { EDGE_KEYS } from './redis-keys.ts';

/** How far a segment's records are durably stored. */
export interface SegmentProgress {
  /** Every record with a lower index is stored. */
  nextIndex: number;
  /** True when the segment's last record is among them. */
  done: boolean;
}

/** Moves a segment's mark forward, never back: batches may be confirmed twice and out of order. */
const COMMIT = `
local current = redis.call('HGET', KEYS[1], ARGV[1])
if current then
  if string.find(current, 'done', 1, true) then return 0 end
  if ARGV[3] == '' and tonumber(current) >= tonumber(ARGV[2]) then return 0 end
end
redis.call('HSET', KEYS[1], ARGV[1], ARGV[2] .. ARGV[3])
return 1
`;

/**
 * Lets the log service confirm to a node's shipper what it has stored.
 *
 * The register is a hint, not the truth: if Redis loses it, the shipper sends the segment again after a while, the log
 * service recognises every record by (node, segment, index), stores none twice, and confirms again. So the log service
 * must confirm repeats too, from what it has stored.
 */
export class LogCommitRegister {
  private readonly redis: Redis;

  constructor(redis: Redis) {
    this.redis = redis;
  }

  /** Called by the log service after its transaction has committed. */
  async commit(nodeId: string, segmentId: string, progress: SegmentProgress): Promise<void> {
    const done = progress.done ? ',done' : '';
    await this.redis.eval(COMMIT, 1, EDGE_KEYS.committedLogs(nodeId), segmentId, progress.nextIndex, done);
  }

  /** Called by the shipper. Segments of which nothing is known are absent from the answer. */
  async read(nodeId: string, segmentIds: readonly string[]): Promise<Map<string, SegmentProgress>> {
    const known = new Map<string, SegmentProgress>();
    if (segmentIds.length === 0) return known;
    const marks = await this.redis.hmget(EDGE_KEYS.committedLogs(nodeId), ...segmentIds);
    segmentIds.forEach((segment, index) => {
      const mark = marks[index];
      if (!mark) return;
      const [next, done] = mark.split(',');
      known.set(segment, { nextIndex: Number(next), done: done === 'done' });
    });
    return known;
  }

  /** Called by the shipper once the segment's file is deleted. */
  async forget(nodeId: string, segmentIds: readonly string[]): Promise<void> {
    if (segmentIds.length > 0) await this.redis.hdel(EDGE_KEYS.committedLogs(nodeId), ...segmentIds);
  }
}
