import { BUS_TOPICS, type BusUser } from './redis-users.ts';

/**
 * Users of Kafka. `operator` has all permissions and creates the others, and no service knows its password; the broker
 * itself uses it, too.
 */
export const KAFKA_USERS = [...(Object.keys(BUS_TOPICS) as BusUser[]), 'operator'] as const;
export type KafkaUser = BusUser | 'operator';
/** The users that the operator creates. */
export const KAFKA_SERVICES = Object.keys(BUS_TOPICS) as readonly BusUser[];

/** Mechanism for services: neither the password nor anything that allows guessing it is sent over the network. */
export const KAFKA_MECHANISM = 'scram-sha-512';
/** Before the names of topics and groups, where PALISADE_BUS_KAFKA_PREFIX says nothing else; as the bus has it. */
export const KAFKA_PREFIX = 'palisade.';

/** As Kafka's ACLs name them. */
export type KafkaOperation = 'Create' | 'Delete' | 'Read' | 'Write';
export interface KafkaRight {
  resource: 'topic' | 'group';
  /** The full name; no rights are given for prefixes. */
  name: string;
  /** To see it comes with each of them. */
  operations: readonly KafkaOperation[];
}

/**
 * A service's complete permissions: write its own topics, read those that it handles, commit its own group's offsets,
 * and store what it could not handle. Settling dead letters needs Kafka's delete permission, which applies to the whole
 * topic.
 */
export function kafkaRights(user: BusUser, prefix = KAFKA_PREFIX): KafkaRight[] {
  const { publishes, reads } = BUS_TOPICS[user];
  const operationsOn = (topic: string): KafkaOperation[] => [
    'Create',
    ...(reads.includes(topic) ? (['Read'] as const) : []),
    ...(publishes.includes(topic) ? (['Write'] as const) : []),
  ];
  const topics = [...new Set([...publishes, ...reads])].sort();
  return [
    ...topics.map(
      (topic): KafkaRight => ({
        resource: 'topic',
        name: `${prefix}${topic}`,
        operations: operationsOn(topic),
      }),
    ),
    ...[...reads].sort().map(
      (topic): KafkaRight => ({
        resource: 'topic',
        name: `${prefix}${topic}.dead-letters.${user}`,
        operations: ['Create', 'Delete', 'Read', 'Write'],
      }),
    ),
    ...(reads.length === 0
      ? []
      : [{ resource: 'group', name: `${prefix}${user}`, operations: ['Read'] } satisfies KafkaRight]),
  ];
}

/**
 * Settings of each of our brokers, besides its listeners. It connects to its controller and to other brokers as
 * `operator`, too: unauthenticated connections are refused, and without a matching rule nothing is allowed.
 */
export const KAFKA_SETTINGS = {
  'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-512',
  'sasl.mechanism.inter.broker.protocol': 'PLAIN',
  'sasl.mechanism.controller.protocol': 'PLAIN',
  'authorizer.class.name': 'org.apache.kafka.metadata.authorizer.StandardAuthorizer',
  'super.users': 'User:operator',
  'allow.everyone.if.no.acl.found': 'false',
} as const satisfies Record<string, string>;

/**
 * The file that a broker reads by `java.security.auth.login.config`. By PLAIN it knows `operator` alone: before the first SCRAM
 * credential is kept in it, somebody has to come in and make it.
 */
export const kafkaJaasFile = (operatorPassword: string): string => `KafkaServer {
  org.apache.kafka.common.security.plain.PlainLoginModule required
    username="operator"
    password="${operatorPassword}"
    user_operator="${operatorPassword}";
  org.apache.kafka.common.security.scram.ScramLoginModule required;
};
`;

/** A service's settings for signing in to Kafka. */
export const kafkaLogin = (user: BusUser, password: string): Record<string, string> => ({
  PALISADE_BUS_KAFKA_SASL_MECHANISM: KAFKA_MECHANISM,
  PALISADE_BUS_KAFKA_SASL_USERNAME: user,
  PALISADE_BUS_KAFKA_SASL_PASSWORD: password,
});
