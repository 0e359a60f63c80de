import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { freePort, KAFKA_VERSION } from '@palisade/local-servers';
import { GenericContainer, type StartedTestContainer, Wait } from 'testcontainers';

const run = promisify(execFile);
const INNER_PORT = 9092;
const START_TIMEOUT_MS = 180_000;

/** The project's own image, alone and in KRaft mode, on a port of loopback that stays the same over restarts. */
export async function startKafkaContainer() {
  const port = await freePort();
  const container = await new GenericContainer(`apache/kafka:${KAFKA_VERSION}`)
    .withExposedPorts({ container: INNER_PORT, host: port })
    .withEnvironment({
      KAFKA_NODE_ID: '1',
      KAFKA_PROCESS_ROLES: 'broker,controller',
      KAFKA_CONTROLLER_QUORUM_VOTERS: '1@localhost:9093',
      KAFKA_LISTENERS: `PLAINTEXT://:${INNER_PORT},CONTROLLER://:9093`,
      KAFKA_ADVERTISED_LISTENERS: `PLAINTEXT://127.0.0.1:${port}`,
      KAFKA_CONTROLLER_LISTENER_NAMES: 'CONTROLLER',
      KAFKA_LISTENER_SECURITY_PROTOCOL_MAP: 'PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT',
      KAFKA_AUTO_CREATE_TOPICS_ENABLE: 'false',
      KAFKA_DEFAULT_REPLICATION_FACTOR: '1',
      KAFKA_OFFSETS_TOPIC_NUM_PARTITIONS: '1',
      KAFKA_OFFSETS_TOPIC_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_REPLICATION_FACTOR: '1',
      KAFKA_TRANSACTION_STATE_LOG_MIN_ISR: '1',
      KAFKA_GROUP_INITIAL_REBALANCE_DELAY_MS: '0',
      KAFKA_GROUP_MIN_SESSION_TIMEOUT_MS: '500',
      KAFKA_BROKER_HEARTBEAT_INTERVAL_MS: '500',
      KAFKA_BROKER_SESSION_TIMEOUT_MS: '2000',
      KAFKA_HEAP_OPTS: '-Xmx512m',
    })
    .withWaitStrategy(Wait.forLogMessage(/Kafka Server started/))
    .withStartupTimeout(START_TIMEOUT_MS)
    .start();
  return {
    brokers: `127.0.0.1:${port}`,
    freeze: async () => void (await run('docker', ['pause', container.getId()])),
    thaw: async () => void (await run('docker', ['unpause', container.getId()])),
    kill: () => killContainer(container),
    restart: async () => {
      await killContainer(container);
      await container.restart();
    },
    dispose: async () => {
      await container.stop();
    },
  };
}

/** Ends the processes as a power cut would, except that data in the kernel's memory survives. */
async function killContainer(container: StartedTestContainer): Promise<void> {
  const { stdout } = await run('docker', ['inspect', '--format', '{{.State.Running}}', container.getId()]);
  if (stdout.trim() === 'true') await run('docker', ['kill', container.getId()]);
}
