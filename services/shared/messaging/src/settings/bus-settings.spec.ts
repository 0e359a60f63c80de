import { newEventSettings } from '@palisade/testing';
import { readEventKeys } from '../envelope/event-keys.ts';
import { createBus, readBusSettings } from './bus-settings.ts';

const REDIS = 'redis://127.0.0.1:6379/0';
const events = newEventSettings()('domains');
const keys = readEventKeys(events);
const kafka = (more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv => ({
  ...events,
  PALISADE_BUS: 'kafka',
  PALISADE_BUS_KAFKA_BROKERS: 'one:9092, two:9093',
  ...more,
});

describe('choosing the bus', () => {
  it('takes Redis Streams where nothing is said', () => {
    expect(readBusSettings(REDIS, { ...events })).toEqual({ kind: 'redis', url: REDIS, keys });
  });

  it('needs no Redis where the bus is Kafka, and one where it is not', () => {
    expect(readBusSettings('', kafka()).kind).toBe('kafka');
    expect(() => readBusSettings('', { ...events })).toThrow('PALISADE_BUS_REDIS_URL');
  });

  it('takes Kafka with its brokers', () => {
    expect(readBusSettings(REDIS, kafka())).toEqual({
      kind: 'kafka',
      brokers: ['one:9092', 'two:9093'],
      keys,
    });
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
    ['PALISADE_EVENT_SIGNING_KEY', { PALISADE_EVENT_SIGNING_KEY: 'secret' }],
    ['PALISADE_EVENT_PUBLIC_KEYS', { PALISADE_EVENT_PUBLIC_KEYS: 'secret' }],
    ['PALISADE_EVENT_PUBLIC_KEYS', { PALISADE_EVENT_PUBLIC_KEYS: '{"auth": "secret"}' }],
    [
      'PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL',
      { PALISADE_EVENT_ACCEPT_UNSIGNED_UNTIL: '2999-01-01T00:00:00Z' },
    ],
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

  it('starts no service whose own events nobody would believe', () => {
    const another = {
      ...events,
      PALISADE_EVENT_PUBLIC_KEYS: newEventSettings()('domains').PALISADE_EVENT_PUBLIC_KEYS,
    };
    const settings = readBusSettings(REDIS, another);
    expect(() => createBus(settings, { source: 'domains' })).toThrow('PALISADE_EVENT_PUBLIC_KEYS');
  });
});
