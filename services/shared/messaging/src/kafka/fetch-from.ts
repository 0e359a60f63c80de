import type { Cluster, FetchedRecord } from './cluster.ts';

const FETCH_WAIT_MS = 1000;

/**
 * Fetches once from a partition, without a group.
 * @param maxBytes the first record batch is returned as a whole, however large
 * @returns the records from an offset on; empty where there are none now
 */
export async function fetchFrom(
  cluster: Cluster,
  topic: string,
  partition: number,
  from: bigint,
  maxBytes: number,
): Promise<FetchedRecord[]> {
  const [leader] = Object.keys(cluster.findLeaderForPartitions(topic, [partition]));
  const broker = await cluster.findBroker({ nodeId: leader ?? '' });
  const { responses } = await broker.fetch({
    maxWaitTime: FETCH_WAIT_MS,
    minBytes: 1,
    maxBytes,
    topics: [{ topic, partitions: [{ partition, fetchOffset: from.toString(), maxBytes }] }],
  });
  // A fetch begins at the start of the record batch that holds the offset asked for.
  const messages = responses[0]?.partitions[0]?.messages ?? [];
  return messages.filter(({ offset }) => BigInt(offset) >= from);
}
