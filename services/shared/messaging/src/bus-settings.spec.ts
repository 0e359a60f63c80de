import { readBusSettings } from './bus-settings.ts';

const REDIS = 'redis://127.0.0.1:6379/0';
const kafka = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  PALISADE_BUS: 'kafka',
  PALISADE_BUS_KAFKA_BROKERS: 'one:9092, two:9093',
  ...more,
});

describe('choosing the bus', () => {
  it('takes Redis Streams where nothing is said', () => {
    expect(readBusSettings(REDIS, {})).toEqual({ kind: 'redis', url: REDIS });
  });

  it('needs no Redis where the bus is Kafka, and one where it is not', () => {
    expect(readBusSettings('', kafka()).kind).toBe('kafka');
    expect(() => readBusSettings('', {})).toThrow('PALISADE_BUS_REDIS_URL');
  });

  it('takes Kafka with its brokers', () => {
    expect(readBusSettings(REDIS, kafka())).toEqual({ kind: 'kafka', brokers: ['one:9092', 'two:9093'] });
  });

  it('takes TLS and SASL', () => {
    const sasl = { mechanism: 'scram-sha-512', username: 'u', password: 'p' };
    expect(
      readBusSettings(
        REDIS,
        kafka({
          PALISADE_BUS_KAFKA_TLS: 'true',
          PALISADE_BUS_KAFKA_SASL_MECHANISM: sasl.mechanism,
          PALISADE_BUS_KAFKA_SASL_USERNAME: sasl.username,
          PALISADE_BUS_KAFKA_SASL_PASSWORD: sasl.password,
        }),
      ),
    ).toMatchObject({ tls: true, sasl });
    expect(
      readBusSettings(REDIS, kafka({ PALISADE_BUS_KAFKA_TLS: 'true', PALISADE_BUS_KAFKA_TLS_CA: 'pem' })),
    ).toMatchObject({ tls: { ca: 'pem' } });
  });

  it.each([
    ['PALISADE_BUS_KAFKA_BROKERS', { PALISADE_BUS_KAFKA_BROKERS: '' }],
    ['PALISADE_BUS_KAFKA_BROKERS', { PALISADE_BUS_KAFKA_BROKERS: 'http://secret' }],
    ['PALISADE_BUS_KAFKA_SASL_USERNAME', { PALISADE_BUS_KAFKA_SASL_PASSWORD: 'secret' }],
    ['PALISADE_BUS', { PALISADE_BUS: 'secret' }],
  ])('names %s where it is wrong, and shows no value', (name, more) => {
    let message = '';
    try {
      readBusSettings(REDIS, kafka(more));
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message).toContain(name);
    expect(message).not.toContain('secret');
  });
});
