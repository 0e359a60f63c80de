import { KAFKA_SERVICES, type KafkaRight, kafkaRights } from './config/kafka-users.ts';
import type { InstallationSecrets } from './config/secrets.ts';
import { builtModule } from './operator/base/workspace.ts';

interface KafkaUserToMake {
  name: string;
  password: string;
  rights: readonly KafkaRight[];
}
interface KafkaUsersTool {
  makeKafkaUsers(environment: object, users: readonly KafkaUserToMake[]): Promise<void>;
}

/** Where Compose has it. */
const BROKERS = 'kafka:9092';

/** Gives each service its user in the Kafka that the environment names, as `operator`. May run again. */
export async function makeKafkaUsers(
  { kafkaPasswords }: InstallationSecrets,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const tool = await builtModule<KafkaUsersTool>('services/shared/messaging/dist/tools/kafka-users.js');
  const users = KAFKA_SERVICES.map((name) => ({
    name,
    password: kafkaPasswords[name],
    rights: kafkaRights(name, environment.PALISADE_BUS_KAFKA_PREFIX || undefined),
  }));
  const connection = {
    ...environment,
    PALISADE_BUS_KAFKA_BROKERS: environment.PALISADE_BUS_KAFKA_BROKERS || BROKERS,
    PALISADE_BUS_KAFKA_SASL_MECHANISM: 'plain',
    PALISADE_BUS_KAFKA_SASL_USERNAME: 'operator',
    PALISADE_BUS_KAFKA_SASL_PASSWORD: kafkaPasswords.operator,
  };
  await tool.makeKafkaUsers(connection, users);
}
