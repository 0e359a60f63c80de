import { execFile, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { LocalServerError } from './processes.ts';

/** Of the 4.x line: KRaft only, and the oldest protocol versions removed, so what works here works on older brokers too. */
export const KAFKA_VERSION = '4.1.1';
const MINIMUM_JAVA = 17;
const DEPENDENCY_PLUGIN = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1';
const DOWNLOAD_TIMEOUT_MS = 600_000;
const MAIN_JAR = `kafka_2.13-${KAFKA_VERSION}.jar`;

const POM = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>local</groupId><artifactId>kafka-broker</artifactId><version>1</version><packaging>pom</packaging>
  <dependencies>
    <dependency>
      <groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${KAFKA_VERSION}</version>
    </dependency>
  </dependencies>
</project>
`;

let fetching: Promise<string> | undefined;

/**
 * The class path of a Kafka broker: its jars from Maven Central, fetched once (43 MB) and kept in a folder beside the
 * system's other temporary files, or in PALISADE_KAFKA_JARS.
 *
 * @throws LocalServerError `not_installed` that names what is missing
 */
export async function kafkaClassPath(): Promise<string> {
  requireJava();
  const folder = process.env.PALISADE_KAFKA_JARS ?? path.join(tmpdir(), `palisade-kafka-${KAFKA_VERSION}`);
  if (!existsSync(path.join(folder, MAIN_JAR))) {
    fetching ??= fetchJars(folder).finally(() => {
      fetching = undefined;
    });
    await fetching;
  }
  return path.join(folder, '*');
}

function requireJava(): void {
  const { status, stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
  const major = Number(/version "(\d+)/.exec(stderr ?? '')?.[1] ?? 0);
  if (status === 0 && major >= MINIMUM_JAVA) return;
  throw new LocalServerError(
    'not_installed',
    `Kafka needs Java ${MINIMUM_JAVA} or later, found ${status === 0 ? `Java ${major}` : 'none'} ` +
      '(Debian: apt-get install openjdk-17-jre-headless). Or start Docker.',
  );
}

/** Downloaded to another name and renamed, so that no process reads a partial file. */
async function fetchJars(folder: string): Promise<string> {
  if (spawnSync('mvn', ['--version']).status !== 0) {
    throw new LocalServerError(
      'not_installed',
      `Kafka ${KAFKA_VERSION} is not in ${folder}, and Maven, which would fetch it, is not installed ` +
        '(Debian: apt-get install maven). Or start Docker.',
    );
  }
  const half = `${folder}.${process.pid}`;
  mkdirSync(half, { recursive: true });
  try {
    const pom = path.join(half, 'pom.xml');
    writeFileSync(pom, POM);
    await promisify(execFile)(
      'mvn',
      [
        '--batch-mode',
        '--quiet',
        `--file=${pom}`,
        `-Dmaven.repo.local=${path.join(half, 'repository')}`,
        `${DEPENDENCY_PLUGIN}:copy-dependencies`,
        '-DincludeScope=runtime',
        `-DoutputDirectory=${path.join(half, 'jars')}`,
      ],
      { timeout: DOWNLOAD_TIMEOUT_MS },
    );
    renameSync(path.join(half, 'jars'), folder);
  } catch (cause) {
    if (!existsSync(path.join(folder, MAIN_JAR))) {
      const detail = cause instanceof Error ? cause.message.slice(0, 2_000) : String(cause);
      throw new LocalServerError('did_not_start', `Maven could not fetch Kafka: ${detail}`, { cause });
    }
  } finally {
    rmSync(half, { recursive: true, force: true });
  }
  return folder;
}
