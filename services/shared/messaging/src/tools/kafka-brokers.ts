// Whether Kafka answers, for the operator's `palisade doctor`.
import { openKafka } from '../kafka/client.ts';
import { readBusSettings } from '../settings/bus-settings.ts';

/** @returns null where the bus is not Kafka */
export async function kafkaBrokers(
  environment: NodeJS.ProcessEnv,
): Promise<{ brokers: number; topics: number } | null> {
  const settings = readBusSettings(environment.PALISADE_BUS_REDIS_URL ?? '', environment);
  if (settings.kind !== 'kafka') return null;
  const client = openKafka(settings, 'palisade-operator');
  const admin = client.kafka.admin();
  try {
    await admin.connect();
    const [cluster, topics] = await Promise.all([admin.describeCluster(), admin.listTopics()]);
    return { brokers: cluster.brokers.length, topics: topics.length };
  } finally {
    await admin.disconnect().catch(() => undefined);
    client.close();
  }
}
