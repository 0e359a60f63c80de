import type { Topic } from '@palisade/contracts';

const MIB = 1024 * 1024;

export interface TopicLimits {
  /** Per partition, in entries of the stream. */
  maxEntries: number;
  /** Per partition, as Redis counts its memory (sampled). */
  maxBytes: number;
  /**
   * What happens beyond the limit. `refuse`: publishing fails with `bus_full` until the readers catch up; right where
   * the publisher has a bounded store of its own for unaccepted events (the edge's spool). `drop_oldest`: the oldest
   * entries are dropped, counted and logged; right for small events, where one reader that is gone for good must not
   * stop all the others.
   */
  overflow: 'refuse' | 'drop_oldest';
}

const FACTS: TopicLimits = { maxEntries: 500_000, maxBytes: 64 * MIB, overflow: 'drop_oldest' };

const TOPIC_LIMITS: Readonly<Partial<Record<Topic, TopicLimits>>> = {
  'request-logs': { maxEntries: 100_000, maxBytes: 64 * MIB, overflow: 'refuse' },
  'site-totals': { maxEntries: 50_000, maxBytes: 16 * MIB, overflow: 'drop_oldest' },
};

export function limitsOf(topic: Topic): TopicLimits {
  return TOPIC_LIMITS[topic] ?? FACTS;
}
