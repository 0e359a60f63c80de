import { execFile } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { promisify } from 'node:util';
import * as local from '@palisade/local-servers';
import { eventually } from './eventually.ts';
import { type Disposable, freshFolder } from './fresh-folder.ts';

const DOCKER_TIMEOUT_MS = 10_000;

/**
 * A real Kafka broker in KRaft mode: in a container where Docker answers, else from its own jars with this machine's Java.
 *
 * @param place where it is to listen, what to run it by, and whether it has users; never in a container then
 * @throws LocalServerError that says what is missing. A test that needs a broker fails then; it is not skipped.
 */
export async function startTestKafka(
  place?: Pick<local.KafkaOptions, 'host' | 'within' | 'operatorPassword'>,
): Promise<
  Disposable<Pick<local.KafkaServer, 'brokers' | 'kill'>> & {
    restart(): Promise<void>;
    /** Keeps its connections open and answers none. */
    freeze(): Promise<void>;
    thaw(): Promise<void>;
  }
> {
  if (place === undefined && (await dockerAnswers())) {
    // Loading what talks to Docker takes longer than most test files run, and most need no broker.
    const { startKafkaContainer } = await import('./kafka-container.ts');
    return await startKafkaContainer();
  }
  const dataDirectory = freshFolder('kafka');
  const settings = {
    ...place,
    dataDirectory,
    port: await local.freePort(),
    controllerPort: await local.freePort(),
    endWithParent: true,
  };
  let server = await local.startKafka(settings);
  return {
    brokers: server.brokers,
    freeze: async () => {
      process.kill(server.pid, 'SIGSTOP');
      // On a busy machine its threads notice one after the other: until the last one has, the broker may still answer.
      await eventually('the broker stands still', async () => {
        if (!standsStill(server.pid)) throw new Error('some threads go on');
      });
    },
    thaw: async () => void process.kill(server.pid, 'SIGCONT'),
    kill: () => server.kill(),
    restart: async () => {
      await server.kill();
      server = await local.startKafka(settings);
    },
    dispose: async () => {
      await server.kill();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

/** Every service's user of Kafka as an installation makes it, with a password of its own. */
export function newKafkaUsers(): { name: string; password: string; rights: local.KafkaRight[] }[] {
  return local.KAFKA_SERVICES.map((name) => ({
    name,
    password: local.newPassword(),
    rights: local.kafkaRights(name),
  }));
}

/** Whether every thread of a process is stopped: proc_pid_stat(5), the state after the name. */
function standsStill(pid: number): boolean {
  return readdirSync(`/proc/${pid}/task`).every((thread) =>
    /\) T [^)]*$/.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'latin1')),
  );
}

async function dockerAnswers(): Promise<boolean> {
  try {
    await promisify(execFile)('docker', ['version', '--format', '{{.Server.Version}}'], {
      timeout: DOCKER_TIMEOUT_MS,
    });
    return true;
  } catch {
    return false;
  }
}
