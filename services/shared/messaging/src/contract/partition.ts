import { crc32 } from 'node:zlib';
import { TOPIC_PARTITIONS, type Topic } from '@palisade/contracts';

/**
 * The partition of a key: CRC-32 of its UTF-8 bytes modulo the topic's partitions. Every implementation of the bus uses
 * this one and names the partition explicitly, so that changing the bus does not move keys.
 */
export function partitionOf(topic: Topic, key: string): number {
  return crc32(key) % TOPIC_PARTITIONS[topic];
}

export function partitionsOf(topic: Topic): number[] {
  return Array.from({ length: TOPIC_PARTITIONS[topic] }, (_, partition) => partition);
}
