import { z } from 'zod';
import { commaList, flag, port, stringMap, url } from './fields.ts';
import { ConfigError, loadConfig } from './load-config.ts';

const schema = z.object({
  PORT: port(),
  DATABASE_URL: url('postgres'),
  KEYS: stringMap(),
  TLS: flag(true),
  HOSTS: commaList(),
});
const good = { PORT: '8080', DATABASE_URL: 'postgres://u:pw@localhost/db', KEYS: '{"a":"b"}' };

describe('loadConfig', () => {
  it('turns text into what it means', () => {
    expect(loadConfig(schema, { ...good, HOSTS: ' a, b ,' })).toEqual({
      PORT: 8080,
      DATABASE_URL: good.DATABASE_URL,
      KEYS: { a: 'b' },
      TLS: true,
      HOSTS: ['a', 'b'],
    });
  });

  it('names every bad variable at once and shows no value', () => {
    const secrets = {
      PORT: 'hunter2',
      DATABASE_URL: 'mysql://hunter2@x',
      KEYS: '{"a":hunter2}',
      TLS: 'hunter2',
    };
    let error: unknown;
    try {
      loadConfig(schema, secrets);
    } catch (caught) {
      error = caught;
    }
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as ConfigError).variables).toEqual(['PORT', 'DATABASE_URL', 'KEYS', 'TLS']);
    expect((error as ConfigError).message).not.toContain('hunter2');
  });

  it('says what is missing', () => {
    expect(() => loadConfig(schema, { PORT: '1', KEYS: '{}' })).toThrow('DATABASE_URL: is missing');
  });
});
