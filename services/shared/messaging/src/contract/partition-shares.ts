import { crc32 } from 'node:zlib';
import type { Topic } from '@palisade/contracts';
import { partitionsOf } from './partition.ts';

/**
 * A member's share of a topic's partitions: dealt out in turn over the members in sorted order. Every member computes it
 * alone from the same list; while their lists differ for a moment, the leases keep two from owning one partition.
 * The topic's name moves the start, so that topics with few partitions do not all land on the same member.
 */
export function shareOf(topic: Topic, members: readonly string[], member: string): number[] {
  const sorted = [...members].sort();
  const rank = sorted.indexOf(member);
  if (rank < 0) return [];
  const start = crc32(topic) % sorted.length;
  return partitionsOf(topic).filter((partition) => (partition + start) % sorted.length === rank);
}
