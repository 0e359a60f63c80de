import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect } from 'node:tls';
import { parseEnv } from 'node:util';
import { newInstallationSecrets } from '../../config/secrets.ts';
import { joinEdge } from './commands.ts';
import { askAtDoor, type Door, openDoor } from './door.ts';
import { edgeSettings } from './edge-settings.ts';
import { newToken, printedToken, readToken } from './token.ts';

const SETTINGS = { PALISADE_EDGE_NODE_ID: 'edge-2', PALISADE_EDGE_CONFIG_KEYS: '{"a": "b"}' };
const LIFE_MS = 30_000;
const HERE = '127.0.0.1';
const open = (lifeMs = LIFE_MS): Promise<Door> => openDoor(SETTINGS, HERE, 0, lifeMs);
const ask = ({ port, token }: Door, instead = token) => askAtDoor(HERE, port, readToken(instead));
/** The same certificate, another secret. */
const wrong = (token: string): string =>
  printedToken({ ...readToken(token), secret: newToken(Buffer.of()).secret });

describe('an edge that joins', () => {
  it('is given the settings once', async () => {
    const door = await open();
    expect(await ask(door)).toEqual(SETTINGS);
    expect(await door.taken).toBe(HERE);
    await expect(ask(door)).rejects.toMatchObject({ code: 'door_closed' });
  });

  it('is given them once, however many come at a time', async () => {
    const door = await open();
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => ask(door)));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await door.taken;
  });

  it('is given nothing without the secret, and after some wrong ones nobody is', async () => {
    const door = await open();
    for (let tries = 0; tries < 5; tries++)
      await expect(ask(door, wrong(door.token))).rejects.toMatchObject({ code: 'door_closed' });
    await expect(door.taken).rejects.toMatchObject({ code: 'token_guessed' });
    await expect(ask(door)).rejects.toMatchObject({ code: 'door_closed' });
  });

  it('is given nothing when the time is over', async () => {
    const door = await open(50);
    await expect(door.taken).rejects.toMatchObject({ code: 'token_expired' });
    await expect(ask(door)).rejects.toMatchObject({ code: 'door_closed' });
  });

  it('tells its secret to nobody else than who printed the token', async () => {
    const [mine, others] = [await open(), await open()];
    await expect(askAtDoor(HERE, others.port, readToken(mine.token))).rejects.toMatchObject({
      code: 'door_unknown',
    });
    expect(await ask(others)).toEqual(SETTINGS);
    expect(await ask(mine)).toEqual(SETTINGS);
  });

  it('is not held up by others who connect and say nothing', async () => {
    const door = await open();
    const silent = connect({ host: HERE, port: door.port, rejectUnauthorized: false });
    await once(silent, 'secureConnect');
    expect(await ask(door)).toEqual(SETTINGS);
    await door.taken;
    silent.destroy();
  });

  it.each(['', 'x', printedToken(newToken(Buffer.of())).slice(1), 'A'.repeat(10_000)])(
    'has a token that is whole: %#',
    (text) => expect(() => readToken(text)).toThrow('no token'),
  );

  it('writes what it was given for its user alone, and over nothing that is there', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palisade-join-'));
    const join = (door: Door, renew = false) =>
      joinEdge.run({
        values: { to: folder, renew },
        positionals: [`${HERE}:${door.port}`, '-'],
        environment: { PALISADE_JOIN_TOKEN: door.token },
        out: () => undefined,
        note: () => undefined,
      });
    try {
      const [first, second] = [await open(), await open()];
      expect(await join(first)).toBe(0);
      const file = path.join(folder, 'env');
      expect(parseEnv(readFileSync(file, 'utf8'))).toEqual(SETTINGS);
      expect(statSync(file).mode & 0o777).toBe(0o400);
      await expect(join(second)).rejects.toMatchObject({ code: 'joined_already' });
      expect(await join(second, true)).toBe(0);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('what an edge on another machine is told', () => {
  const secrets = newInstallationSecrets();
  const settings = {
    edge: { PALISADE_BUS: 'kafka', PALISADE_BUS_KAFKA_BROKERS: 'k:9092', PALISADE_PUBLIC_URL: 'x' },
  };
  const told = edgeSettings(
    { secrets, settings: settings as never, hasRedisUsers: true },
    'edge-2',
    'redis://10.8.0.1:6379',
  );

  it('is what an edge has to know, and nothing else', () => {
    expect(Object.keys(told).sort()).toEqual([
      'PALISADE_BUS',
      'PALISADE_BUS_KAFKA_BROKERS',
      'PALISADE_BUS_REDIS_URL',
      'PALISADE_EDGE_CONFIG_KEYS',
      'PALISADE_EDGE_NODE_ID',
      'PALISADE_EDGE_REDIS_URL',
      'PALISADE_EDGE_SEAL_KEY',
      'PALISADE_EVENT_PUBLIC_KEYS',
      'PALISADE_EVENT_SIGNING_KEY',
    ]);
    expect(told.PALISADE_EDGE_REDIS_URL).toBe(`redis://edge:${secrets.redisPasswords.edge}@10.8.0.1:6379/1`);
  });

  it('holds no secret of anybody else', () => {
    const text = JSON.stringify(told);
    const own = new Set([
      secrets.redisPasswords.edge,
      secrets.eventKeys.edge.privateKey,
      secrets.edgeSealingKeys.privateKey,
    ]);
    const others = [
      ...Object.values(secrets.redisPasswords),
      ...Object.values(secrets.databasePasswords),
      ...Object.values(secrets.eventKeys).map(({ privateKey }) => privateKey),
      ...Object.values(secrets.internalKeys).map(({ privateKey }) => privateKey),
      secrets.configSigningKeys.privateKey,
      secrets.edgeSealingKeys.privateKey,
      secrets.sessionTokenKeys.privateKey,
      secrets.keyEncryptionKey,
      secrets.linkSigningKey,
    ].filter((secret) => !own.has(secret));
    expect(others.length).toBeGreaterThan(20);
    expect(others.filter((secret) => text.includes(secret))).toEqual([]);
  });
});
