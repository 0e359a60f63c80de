import type { EventProducer, Topic } from '@palisade/contracts';
import {
  eventually,
  newEventSettings,
  newKafkaUsers,
  silentLogger,
  startTestKafka,
  until,
} from '@palisade/testing';
import { Kafka, type KafkaConfig, logLevel, Partitioners } from 'kafkajs';
import { Arrivals, changed } from '../conformance/harness.ts';
import type { EventBus } from '../contract/bus.ts';
import { createBus, readBusSettings } from '../settings/bus-settings.ts';
import { kafkaBrokers } from '../tools/kafka-brokers.ts';
import { makeKafkaUsers } from '../tools/kafka-users.ts';

const OPERATOR = 'password-of-the-operator';
const users = newKafkaUsers();
const eventSettings = newEventSettings();

let server: Awaited<ReturnType<typeof startTestKafka>>;
const clients: { disconnect(): Promise<void> }[] = [];
const buses: EventBus[] = [];

beforeAll(async () => {
  server = await startTestKafka({ operatorPassword: OPERATOR });
  await eventually('users', () => makeKafkaUsers(operator(), users));
});
// Their groups are free for the next test then.
afterEach(() => Promise.all(buses.splice(0).map((bus) => bus.close())));
afterAll(async () => {
  await Promise.all(clients.map((client) => client.disconnect()));
  await server?.dispose();
});

function settingsOf(login: { mechanism: string; name: string; password: string }) {
  return {
    ...eventSettings('logs'),
    PALISADE_BUS: 'kafka',
    PALISADE_BUS_KAFKA_BROKERS: server.brokers,
    PALISADE_BUS_KAFKA_SASL_MECHANISM: login.mechanism,
    PALISADE_BUS_KAFKA_SASL_USERNAME: login.name,
    PALISADE_BUS_KAFKA_SASL_PASSWORD: login.password,
  };
}
const operator = () => settingsOf({ mechanism: 'plain', name: 'operator', password: OPERATOR });
const userOf = (name: string) => users.find((user) => user.name === name)!;

/** A service on the bus, as its settings let it come. */
function busOf(name: EventProducer): EventBus {
  const { password } = userOf(name);
  const environment = {
    ...settingsOf({ mechanism: 'scram-sha-512', name, password }),
    ...eventSettings(name),
  };
  const bus = createBus(readBusSettings('', environment), {
    source: name,
    publishTimeoutMs: 5_000,
    logger: silentLogger,
  });
  buses.push(bus);
  return bus;
}

/** Somebody who has taken a service over, and says what he likes. */
function kafkaAs(sasl: KafkaConfig['sasl']): Kafka {
  return new Kafka({
    brokers: [server.brokers],
    logLevel: logLevel.NOTHING,
    retry: { retries: 0 },
    ...(sasl && { sasl }),
  });
}
const kafkaOf = (name: string): Kafka =>
  kafkaAs({ mechanism: 'scram-sha-512', username: name, password: userOf(name).password });

async function write(name: string, topic: string): Promise<void> {
  const producer = kafkaOf(name).producer({
    allowAutoTopicCreation: false,
    createPartitioner: Partitioners.DefaultPartitioner,
    retry: { retries: 0 },
  });
  clients.push(producer);
  await producer.connect();
  await producer.send({ topic, messages: [{ value: 'x' }] });
}

async function readAs(name: string, topic: string, groupId: string): Promise<void> {
  const consumer = kafkaOf(name).consumer({ groupId, allowAutoTopicCreation: false, retry: { retries: 0 } });
  clients.push(consumer);
  await consumer.connect();
  await consumer.subscribe({ topic, fromBeginning: true });
  const failed = Promise.withResolvers<void>();
  consumer.on(consumer.events.CRASH, ({ payload }) => failed.reject(payload.error));
  consumer.on(consumer.events.GROUP_JOIN, () => failed.resolve());
  await consumer.run({ eachMessage: async () => undefined });
  await failed.promise;
}

describe('users of Kafka', () => {
  it('let each service do its work: topics are made, events written and read, and the lag is told', async () => {
    const arrivals = new Arrivals();
    const mailer = busOf('mailer');
    await mailer.subscribe({
      group: 'mailer',
      registrations: {
        'domains.domain_changed.v1': {
          mode: 'single',
          handle: async ({ key, payload }) => arrivals.add(key, payload.configVersion),
        },
      },
    });
    await busOf('domains').publish([changed('shop', 1), changed('shop', 2)]);
    await until(() => arrivals.distinct('shop').length === 2, 'both events');
    await eventually('no lag', async () => {
      const lag = await mailer.lag('mailer', ['domains']);
      expect(lag.reduce((sum, partition) => sum + (partition.lag ?? 1), 0)).toBe(0);
    });
  });

  it('let a service keep what it cannot handle, and take it away', async () => {
    const billing = busOf('billing');
    const handle = () => Promise.reject(new Error('never'));
    await billing.subscribe({
      group: 'billing',
      registrations: { 'domains.domain_changed.v1': { mode: 'single', handle } },
      retry: { maxAttempts: 1 },
    });
    await busOf('domains').publish([changed('blog', 1)]);
    // Those of the previous test exist as well.
    await eventually('every event is set aside', async () => {
      const lag = await billing.lag('billing', ['domains']);
      expect(lag.reduce((sum, partition) => sum + (partition.lag ?? 1), 0)).toBe(0);
    });
    const letters = await billing.deadLetters('billing', 'domains', 10);
    expect(letters.map(({ reason }) => reason)).toContain('Error: never');
    for (const letter of letters) await billing.removeDeadLetter(letter);
    expect(await billing.deadLetters('billing', 'domains', 10)).toEqual([]);
  });

  it('let every service write what it publishes, and read what it handles in its group', async () => {
    for (const { name, rights } of users) {
      const topics = rights.filter(({ resource }) => resource === 'topic');
      for (const { name: topic, operations } of topics) {
        await createAsOperator(topic.replace(/^palisade\./, ''));
        if (operations.includes('Write')) await write(name, topic);
      }
      const [group] = rights.filter(({ resource }) => resource === 'group');
      const read = topics.find(({ operations }) => operations.includes('Read'));
      expect(group === undefined).toBe(read === undefined);
      if (group !== undefined) await readAs(name, read!.name, group.name);
    }
  });

  it('suffice for the operator’s doctor, who looks as the log service', async () => {
    const { password } = userOf('logs');
    const found = await kafkaBrokers(settingsOf({ mechanism: 'scram-sha-512', name: 'logs', password }));
    expect(found).toMatchObject({ brokers: 1 });
    expect(found!.topics).toBeGreaterThan(0);
  });

  it.each<[string, Topic]>([
    ['mailer', 'domains'],
    ['edge', 'billing'],
    ['logs', 'request-logs'],
  ])('refuse %s who would write to %s, a topic that is not its own', async (name, topic) => {
    await createAsOperator(topic);
    await expect(write(name, `palisade.${topic}`)).rejects.toThrow(/authoriz|does not host|exist/i);
  });

  it.each<[string, Topic]>([
    ['auth', 'domains'],
    ['mailer', 'request-logs'],
  ])('refuse %s who would read %s, which it does not handle', async (name, topic) => {
    await createAsOperator(topic);
    await expect(readAs(name, `palisade.${topic}`, `palisade.${name}`)).rejects.toThrow(
      /authoriz|does not host|exist/i,
    );
  });

  it('let a service read in its own group, and refuse it another’s, in which it would take events away', async () => {
    await createAsOperator('domains');
    await readAs('logs', 'palisade.domains', 'palisade.logs');
    // As kafkajs says that it may not ask for it.
    await expect(readAs('logs', 'palisade.domains', 'palisade.billing')).rejects.toThrow(
      'Failed to find group coordinator',
    );
  });

  it('refuse services what only the operator does', async () => {
    const admin = kafkaOf('logs').admin();
    clients.push(admin);
    await admin.connect();
    await createAsOperator('billing');
    await expect(admin.deleteTopics({ topics: ['palisade.billing'] })).rejects.toThrow();
    await expect(admin.createTopics({ topics: [{ topic: 'palisade.mine' }] })).rejects.toThrow();
    // It receives none of billing's and the mailer's events.
    const { groups } = await admin.listGroups();
    expect(groups.filter(({ groupId }) => groupId !== 'palisade.logs')).toEqual([]);
    expect(await admin.listTopics()).not.toContain('palisade.billing');
  });

  it.each<[string, KafkaConfig['sasl']]>([
    ['without a name', undefined],
    [
      'with another’s password',
      { mechanism: 'scram-sha-512', username: 'auth', password: userOf('logs').password },
    ],
    ['as the operator without its password', { mechanism: 'plain', username: 'operator', password: '' }],
    ['by PLAIN as a service', { mechanism: 'plain', username: 'logs', password: userOf('logs').password }],
  ])('let nobody in %s', async (_, sasl) => {
    const admin = kafkaAs(sasl).admin();
    clients.push(admin);
    await expect(admin.connect().then(() => admin.listTopics())).rejects.toThrow();
  });

  it('take what a user may do no more, and its old password, once they are made anew', async () => {
    const [extra] = [userOf('edge')];
    const more = {
      ...extra,
      rights: [{ resource: 'topic' as const, name: 'palisade.audit', operations: ['Write' as const] }],
    };
    await createAsOperator('audit');
    await makeKafkaUsers(operator(), [more]);
    await eventually('allowed', () => write('edge', 'palisade.audit'));
    await makeKafkaUsers(operator(), [{ ...extra, password: 'another-password' }]);
    extra.password = 'another-password';
    await expect(write('edge', 'palisade.audit')).rejects.toThrow(/authoriz|does not host|exist/i);
  });
});

const made = new Set<string>();
async function createAsOperator(topic: string): Promise<void> {
  if (made.has(topic)) return;
  made.add(topic);
  const admin = kafkaAs({ mechanism: 'plain', username: 'operator', password: OPERATOR }).admin();
  clients.push(admin);
  await admin.connect();
  const name = `palisade.${topic}`;
  // kafkajs waits for leaders only of topics that the broker it asks knows already.
  await admin.createTopics({ topics: [{ topic: name, numPartitions: 4 }], waitForLeaders: false });
  await eventually('made', () => admin.fetchTopicMetadata({ topics: [name] }));
}
