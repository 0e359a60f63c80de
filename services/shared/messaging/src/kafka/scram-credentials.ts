import { pbkdf2, randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { promisify } from 'node:util';
import { BusError } from '../contract/errors.ts';
import type { KafkaConnectionOptions } from './options.ts';
import { Sockets } from './sockets.ts';

// kafkajs has no request for users, so that this one, and the two by which its sender comes in, are written by ourselves:
// https://kafka.apache.org/protocol. Any broker takes it, and hands it to the controller.

const SASL_HANDSHAKE = { key: 17, version: 1 } as const;
const SASL_AUTHENTICATE = { key: 36, version: 0 } as const;
const ALTER_SCRAM_CREDENTIALS = { key: 51, version: 0 } as const;
/** SCRAM-SHA-512, as the last of them numbers it. */
const SHA_512 = 2;
const HASH_BYTES = 64;
/** Kafka's least. A password of ours has 100 bits: iterations are for those that people make up. */
const ITERATIONS = 4_096;
const ANSWER_MS = 10_000;

const int8 = (value: number): Buffer => Buffer.from([value]);
const int16 = (value: number): Buffer => {
  const buffer = Buffer.alloc(2);
  buffer.writeInt16BE(value);
  return buffer;
};
const int32 = (value: number): Buffer => {
  const buffer = Buffer.alloc(4);
  buffer.writeInt32BE(value);
  return buffer;
};
/** Seven bits a byte, the lowest first. */
const varint = (value: number): Buffer =>
  value < 0x80 ? int8(value) : Buffer.concat([int8((value & 0x7f) | 0x80), varint(value >>> 7)]);
const string = (text: string): Buffer =>
  Buffer.concat([int16(Buffer.byteLength(text)), Buffer.from(text, 'utf8')]);
const compactBytes = (bytes: Buffer): Buffer => Buffer.concat([varint(bytes.length + 1), bytes]);
const compactString = (text: string): Buffer => compactBytes(Buffer.from(text, 'utf8'));
const NO_TAGS = int8(0);

/**
 * Gives users their password by SCRAM-SHA-512, whether they had one or not.
 * @param options as a user who may: `sasl` by PLAIN
 * @throws BusError `bus_unavailable`
 */
export async function setScramPasswords(
  options: KafkaConnectionOptions,
  passwords: ReadonlyMap<string, string>,
): Promise<void> {
  const sockets = new Sockets();
  try {
    const connection = await connected(sockets, options);
    const { username = '', password = '' } = options.sasl ?? {};
    refuseError('handshake', await connection.ask(SASL_HANDSHAKE, [string('PLAIN')]));
    const credentials = Buffer.from(`\0${username}\0${password}`, 'utf8');
    const login = [int32(credentials.length), credentials];
    refuseError('authentication', await connection.ask(SASL_AUTHENTICATE, login));
    const users = await Promise.all([...passwords].map(([name, secret]) => credentialOf(name, secret)));
    const body = [NO_TAGS, varint(1), varint(users.length + 1), ...users, NO_TAGS];
    refuseErrors(await connection.ask(ALTER_SCRAM_CREDENTIALS, body));
  } finally {
    sockets.close();
  }
}

/** RFC 5802: the broker never learns the password. */
async function credentialOf(name: string, password: string): Promise<Buffer> {
  const salt = randomBytes(32);
  const salted = await promisify(pbkdf2)(password, salt, ITERATIONS, HASH_BYTES, 'sha512');
  const parts = [compactString(name), int8(SHA_512), int32(ITERATIONS), compactBytes(salt)];
  return Buffer.concat([...parts, compactBytes(salted), NO_TAGS]);
}

interface Connection {
  /** @returns what follows the answer's number */
  ask(api: { key: number; version: number }, body: readonly Buffer[]): Promise<Buffer>;
}

async function connected(sockets: Sockets, options: KafkaConnectionOptions): Promise<Connection> {
  const [first = ''] = options.brokers;
  const { hostname, port } = new URL(`kafka://${first}`);
  const { tls } = options;
  const ssl = tls === true ? {} : tls ? { ca: tls.ca, cert: tls.cert, key: tls.key } : undefined;
  let socket!: Socket;
  const opened = Promise.withResolvers<void>();
  socket = sockets.create({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port),
    ssl: ssl as never,
    onConnect: () => opened.resolve(),
  });
  socket.once('error', opened.reject);
  await inTime(opened.promise);
  let asked = 0;
  return {
    async ask({ key, version }, body) {
      const answer = Promise.withResolvers<Buffer>();
      const fail = (error?: Error) => answer.reject(error ?? new Error('the connection was closed'));
      socket.once('data', answer.resolve);
      socket.once('error', fail);
      socket.once('close', fail);
      try {
        const request = [int16(key), int16(version), int32(++asked), string('palisade-operator'), ...body];
        const bytes = Buffer.concat(request);
        socket.write(Buffer.concat([int32(bytes.length), bytes]));
        // Size and number of the answer.
        return (await inTime(answer.promise)).subarray(8);
      } finally {
        socket.off('data', answer.resolve).off('error', fail).off('close', fail);
      }
    },
  };
}

function inTime<T>(work: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('no answer in time')), ANSWER_MS);
  return Promise.race([work, late.promise])
    .catch((error: unknown) => {
      throw new BusError('bus_unavailable', `Kafka: ${(error as Error).message}`, error);
    })
    .finally(() => clearTimeout(timer));
}

function refuseError(what: string, answer: Buffer): void {
  const code = answer.readInt16BE(0);
  if (code !== 0) throw new BusError('bus_unavailable', `Kafka refuses the ${what} (error ${code})`);
}

/** Tags of the header, throttle time, and a result for each user. */
function refuseErrors(answer: Buffer): void {
  let at = 0;
  const size = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = answer.readUInt8(at++);
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const text = (): string => {
    const length = size() - 1;
    at += Math.max(length, 0);
    return length < 0 ? '' : answer.toString('utf8', at - length, at);
  };
  size();
  at += 4;
  for (let left = size() - 1; left > 0; left--) {
    const user = text();
    const code = answer.readInt16BE(at);
    at += 2;
    const why = text();
    size();
    if (code !== 0)
      throw new BusError('bus_unavailable', `Kafka refuses the password of ${user}: ${why} (error ${code})`);
  }
}
