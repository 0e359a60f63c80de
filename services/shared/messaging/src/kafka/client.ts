import { Kafka, type KafkaConfig, logLevel } from 'kafkajs';
import type { KafkaConnectionOptions } from './options.ts';
import { Sockets } from './sockets.ts';

const CONNECTION_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 10_000;

export interface KafkaClient {
  kafka: Kafka;
  sockets: Sockets;
  /** After everything that was made of it has disconnected. */
  close(): void;
}

/** Few and quick attempts inside kafkajs: what is repeated, for how long and in which order, the bus decides. */
export function openKafka(options: KafkaConnectionOptions, clientId: string): KafkaClient {
  const { tls, sasl } = options;
  const sockets = new Sockets();
  const kafka = new Kafka({
    clientId,
    brokers: [...options.brokers],
    ...(tls && {
      ssl: tls === true ? true : { ca: tls.ca, cert: tls.cert, key: tls.key, servername: tls.serverName },
    }),
    ...(sasl && { sasl: sasl as NonNullable<KafkaConfig['sasl']> }),
    connectionTimeout: CONNECTION_TIMEOUT_MS,
    requestTimeout: options.requestTimeoutMs ?? REQUEST_TIMEOUT_MS,
    retry: { initialRetryTime: 100, maxRetryTime: 500, retries: 1 },
    socketFactory: sockets.create,
    // The bus reports what fails and that it is over; kafkajs would report every attempt.
    logLevel: logLevel.NOTHING,
  });
  return { kafka, sockets, close: () => sockets.close() };
}
