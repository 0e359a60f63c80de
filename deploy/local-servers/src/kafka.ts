import { spawn, spawnSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import path from 'node:path';
import { KAFKA_SETTINGS, kafkaJaasFile } from '@palisade/installation';
import { kafkaClassPath } from './kafka-jars.ts';
import { endWithParent } from './parent-watch.ts';
import { privateFolder, withPrivateFiles } from './private-files.ts';
import { LocalServerError, stopChild, untilItAnswers } from './processes.ts';

export interface KafkaOptions {
  dataDirectory: string;
  port: number;
  /** For the controller that runs in the same process. */
  controllerPort: number;
  /** Where it listens (127.0.0.1). */
  host?: string;
  /** What to run it by, such as in a namespace of its own. */
  within?: readonly string[];
  /** Nobody comes in without a name: the password of `operator`, who makes the others. Otherwise anybody may do anything. */
  operatorPassword?: string;
  /** Ends with the process that started it, however that ends. Otherwise it outlives a killed one. */
  endWithParent?: boolean;
}

export interface KafkaServer {
  readonly pid: number;
  /** host:port, as clients take it. */
  readonly brokers: string;
  readonly ended: Promise<void>;
  stop(): Promise<void>;
  /** As a power cut would, but for what the kernel holds in memory. */
  kill(): Promise<void>;
}

/** Small, and quick to start: what it serves is a test's handful of events. */
const JVM = ['-Xms128m', '-Xmx512m', '-XX:+UseSerialGC', '-XX:TieredStopAtLevel=1', '-Xshare:auto'];
const CLUSTER_ID = 'cGFsaXNhZGUta2Fma2EtMQ';
const START_TIMEOUT_MS = 120_000;

const LOOPBACK = '127.0.0.1';

/** Starts a real Kafka broker, on loopback unless told otherwise, alone and in KRaft mode. Needs Java 17 and, the first time, Maven. */
export async function startKafka(options: KafkaOptions): Promise<KafkaServer> {
  const classPath = await kafkaClassPath();
  privateFolder(options.dataDirectory);
  const properties = writeSettings(options);
  if (!existsSync(path.join(options.dataDirectory, 'log', 'meta.properties'))) format(classPath, properties);
  const { host = LOOPBACK, within = [] } = options;
  const [program, ...args] = [
    ...within,
    'java',
    ...JVM,
    ...usersOf(options),
    '-cp',
    classPath,
    'kafka.Kafka',
    properties,
  ];
  const child = spawn(program!, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  if (options.endWithParent) endWithParent(child, 'SIGKILL');
  let output = '';
  const keep = (chunk: Buffer): void => {
    output = (output + chunk.toString()).slice(-4_000);
  };
  child.stdout?.on('data', keep);
  child.stderr?.on('data', keep);
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await untilItAnswers(
    { name: 'Kafka', child, output: () => output },
    () => answers(host, options.port),
    START_TIMEOUT_MS,
  );
  return {
    pid: child.pid ?? 0,
    brokers: `${host}:${options.port}`,
    ended,
    stop: () => stopChild(child, 'SIGTERM'),
    kill: () => stopChild(child, 'SIGKILL'),
  };
}

/** @returns Java's options for them */
function usersOf({ dataDirectory, operatorPassword }: KafkaOptions): string[] {
  if (operatorPassword === undefined) return [];
  const file = path.join(dataDirectory, 'jaas.conf');
  withPrivateFiles(() => writeFileSync(file, kafkaJaasFile(operatorPassword)));
  return [`-Djava.security.auth.login.config=${file}`];
}

function writeSettings(options: KafkaOptions): string {
  const { dataDirectory, host = LOOPBACK, port, controllerPort, operatorPassword } = options;
  const [protocol, access] =
    operatorPassword === undefined ? ['PLAINTEXT', []] : ['SASL_PLAINTEXT', Object.entries(KAFKA_SETTINGS)];
  const settings = [
    ['process.roles', 'broker,controller'],
    ['node.id', '1'],
    ['controller.quorum.voters', `1@${host}:${controllerPort}`],
    ['listeners', `${protocol}://${host}:${port},CONTROLLER://${host}:${controllerPort}`],
    ['advertised.listeners', `${protocol}://${host}:${port}`],
    ['controller.listener.names', 'CONTROLLER'],
    ['listener.security.protocol.map', `${protocol}:${protocol},CONTROLLER:${protocol}`],
    ['security.inter.broker.protocol', protocol],
    ...access,
    ['log.dirs', path.join(dataDirectory, 'log')],
    ['auto.create.topics.enable', 'false'],
    ['default.replication.factor', '1'],
    ['offsets.topic.num.partitions', '1'],
    ['offsets.topic.replication.factor', '1'],
    ['transaction.state.log.num.partitions', '1'],
    ['transaction.state.log.replication.factor', '1'],
    ['transaction.state.log.min.isr', '1'],
    ['share.coordinator.state.topic.num.partitions', '1'],
    ['share.coordinator.state.topic.replication.factor', '1'],
    ['share.coordinator.state.topic.min.isr', '1'],
    // Lets a group's first member begin at once, and tests have short sessions.
    ['group.initial.rebalance.delay.ms', '0'],
    ['group.min.session.timeout.ms', '500'],
    // A broker that comes back after kill -9 waits until its former self's session has ended.
    ['broker.heartbeat.interval.ms', '500'],
    ['broker.session.timeout.ms', '2000'],
    ['controller.quorum.election.timeout.ms', '300'],
    ['log.cleaner.enable', 'false'],
    ['num.network.threads', '2'],
    ['num.io.threads', '4'],
    ['background.threads', '2'],
  ];
  const file = path.join(dataDirectory, 'server.properties');
  writeFileSync(file, `${settings.map(([name, value]) => `${name}=${value}`).join('\n')}\n`);
  return file;
}

function format(classPath: string, properties: string): void {
  const { status, stdout, stderr } = spawnSync(
    'java',
    [...JVM, '-cp', classPath, 'kafka.tools.StorageTool', 'format', '-t', CLUSTER_ID, '-c', properties],
    { encoding: 'utf8' },
  );
  if (status !== 0) throw new LocalServerError('did_not_start', `Kafka storage: ${stdout}${stderr}`);
}

/** ApiVersions, version 0, the one question that every broker answers without knowing who asks. */
const API_VERSIONS_REQUEST = Buffer.from([0, 0, 0, 10, 0, 18, 0, 0, 0, 0, 0, 1, 0xff, 0xff]);

function answers(host: string, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, host, () => socket.write(API_VERSIONS_REQUEST));
    socket.setTimeout(2_000, () => socket.destroy(new Error('no answer')));
    socket.once('data', () => {
      resolve();
      socket.destroy();
    });
    socket.once('error', reject);
    socket.once('close', () => reject(new Error('closed without an answer')));
  });
}
