import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { connect, createServer } from 'node:tls';
import { parseEnv } from 'node:util';
import { selfSignedCertificate } from '../../config/certificates.ts';
import { newSigningKeys } from '../../config/keys.ts';
import { newInstallationSecrets } from '../../config/secrets.ts';
import { joinEdge } from './commands.ts';
import { edgeSettings } from './edge-settings.ts';
import { type Door, openJoinListener, requestSettings } from './join-listener.ts';
import { newToken, printedToken, readToken } from './token.ts';

const SETTINGS = { PALISADE_EDGE_NODE_ID: 'edge-2', PALISADE_EDGE_CONFIG_KEYS: '{"a": "b"}' };
const LIFE_MS = 30_000;
const HERE = '127.0.0.1';
const open = (more: { lifeMs?: number; onWrongWord?: (from: string) => void } = {}): Promise<Door> =>
  openJoinListener(SETTINGS, { bind: HERE, port: 0, lifeMs: LIFE_MS, ...more });
const ask = ({ port, token }: Door, instead = token) => requestSettings(HERE, port, readToken(instead));
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

  it('is given nothing without the secret, which is told once, and is waited on all the same', async () => {
    const strangers: string[] = [];
    const door = await open({ onWrongWord: (from) => strangers.push(from) });
    for (let tries = 0; tries < 8; tries++)
      await expect(ask(door, wrong(door.token))).rejects.toMatchObject({ code: 'door_closed' });
    expect(strangers).toEqual([HERE]);
    expect(await ask(door)).toEqual(SETTINGS);
    await door.taken;
  });

  it('is given nothing when the time is over', async () => {
    const door = await open({ lifeMs: 50 });
    await expect(door.taken).rejects.toMatchObject({ code: 'token_expired' });
    await expect(ask(door)).rejects.toMatchObject({ code: 'door_closed' });
  });

  it('tells its secret to nobody else than who printed the token', async () => {
    const [mine, others] = [await open(), await open()];
    await expect(requestSettings(HERE, others.port, readToken(mine.token))).rejects.toMatchObject({
      code: 'door_unknown',
    });
    expect(await ask(others)).toEqual(SETTINGS);
    expect(await ask(mine)).toEqual(SETTINGS);
  });

  it('is not held up by others who connect and say little', async () => {
    const door = await open();
    const slow = Array.from({ length: 12 }, () =>
      connect({ host: HERE, port: door.port, rejectUnauthorized: false }),
    );
    for (const socket of slow)
      socket.on('error', () => undefined).once('secureConnect', () => socket.write('x'));
    // The last ones stay; those before have given way to them.
    await Promise.all(slow.slice(-3).map((socket) => once(socket, 'secureConnect')));
    expect(await ask(door)).toEqual(SETTINGS);
    await door.taken;
    for (const socket of slow) socket.destroy();
  });

  it('does not wait for a door that says its word letter by letter', async () => {
    const keys = newSigningKeys();
    const certificate = await selfSignedCertificate('admit-edge', keys);
    const pem = (kind: string, base64: string) =>
      `-----BEGIN ${kind}-----\n${base64}\n-----END ${kind}-----\n`;
    const slow = createServer({
      key: pem('PRIVATE KEY', keys.privateKey),
      cert: pem('CERTIFICATE', certificate),
    });
    slow.on('secureConnection', (socket) => {
      const speaking = setInterval(() => socket.write(' '), 10);
      socket.on('error', () => undefined).once('close', () => clearInterval(speaking));
    });
    slow.listen(0, HERE);
    await once(slow, 'listening');
    const { port } = slow.address() as AddressInfo;
    const token = newToken(Buffer.from(certificate, 'base64'));
    await expect(requestSettings(HERE, port, token, 300)).rejects.toMatchObject({ code: 'door_closed' });
    slow.close();
  });

  it('has a token that no command line takes for an option', () => {
    const tokens = Array.from({ length: 1_000 }, () => printedToken(newToken(Buffer.of())));
    expect(tokens.filter((token) => token.startsWith('-'))).toEqual([]);
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

  it('hears that the Redis it was told is not reached, and keeps what it was given', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palisade-join-'));
    const edgeEnvironment = {
      ...SETTINGS,
      PALISADE_EDGE_REDIS_URL: `redis://edge:password-of-edge@${HERE}:9/1`,
    };
    const door = await openJoinListener(edgeEnvironment, { bind: HERE, port: 0, lifeMs: LIFE_MS });
    try {
      const joining = joinEdge.run({
        values: { to: folder },
        positionals: [`${HERE}:${door.port}`, door.token],
        environment: {},
        out: () => undefined,
        note: () => undefined,
      });
      await expect(joining).rejects.toMatchObject({
        code: 'redis_unreachable',
        message: expect.stringMatching(/Redis at 127\.0\.0\.1:9 does not answer here: .*ECONNREFUSED/),
      });
      const { message } = (await joining.catch((error: Error) => error)) as Error;
      expect(message).not.toContain('password-of-edge');
      expect(parseEnv(readFileSync(path.join(folder, 'env'), 'utf8'))).toEqual(edgeEnvironment);
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
  const edgeEnvironment = edgeSettings(
    { secrets, settings: settings as never, hasRedisUsers: true },
    'edge-2',
    'redis://10.8.0.1:6379',
  );

  it('is what an edge has to know, and nothing else', () => {
    expect(Object.keys(edgeEnvironment).sort()).toEqual([
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
    expect(edgeEnvironment.PALISADE_EDGE_REDIS_URL).toBe(
      `redis://edge:${secrets.redisPasswords.edge}@10.8.0.1:6379/1`,
    );
  });

  it('holds no secret of anybody else', () => {
    const text = JSON.stringify(edgeEnvironment);
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
