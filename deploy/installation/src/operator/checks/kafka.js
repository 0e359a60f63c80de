import { builtModule } from '../base/workspace.ts';
import { describe, failure, ok } from './finding.ts';
export const KAFKA_MODULE = 'services/shared/messaging/dist/tools/kafka-brokers.js';
export async function checkKafka({ settings }) {
  const { kafkaBrokers } = await builtModule(KAFKA_MODULE);
  try {
    const cluster = await kafkaBrokers(settings.logs);
    if (cluster === null) return [ok('kafka.not_used', 'events go over Redis')];
    return [ok('kafka.reachable', `Kafka answers: ${cluster.brokers} brokers, ${cluster.topics} topics`)];
  } catch (error) {
    return [
      failure(
        'kafka.unreachable',
        `Kafka does not answer: ${describe(error)}`,
        'See that a broker of PALISADE_BUS_KAFKA_BROKERS runs, and that TLS and SASL are as it wants them.',
      ),
    ];
  }
}
