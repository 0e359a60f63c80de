import { once } from 'node:events';
import { type ClientHttp2Session, connect as connectHttp2 } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';

/** How strangers take a worker's memory: bodies that are begun and never ended. */
export interface Hoard {
  name: string;
  what: string;
  addresses: readonly string[];
  connections: number;
  host: string;
  /** Bytes of each body that are sent at once. */
  bytes: number;
  declared: number;
  chunked: boolean;
  /** A byte more comes so often; 0: never. */
  everyMs: number;
  path: string;
  /** Over HTTP/2, so many bodies a connection; 0: over HTTP/1. */
  streams: number;
}

const loopback = (from: number, count: number) =>
  Array.from(
    { length: count },
    (_, index) => `127.0.${1 + ((from + index) >> 7)}.${2 + ((from + index) & 127)}`,
  );
const COMMON = {
  connections: 516,
  host: 'bait.example',
  bytes: 524_200,
  declared: 900_000,
  chunked: false,
  everyMs: 12_000,
  path: '/upload',
  streams: 0,
};

export const HOARDS: readonly Hoard[] = [
  { ...COMMON, name: 'two', what: 'two addresses, a byte every 12 s', addresses: ['127.0.0.2', '127.0.0.3'] },
  { ...COMMON, name: 'many', what: '86 addresses with six connections each', addresses: loopback(0, 86) },
  {
    ...COMMON,
    name: 'chunks',
    what: 'chunked, in chunks of one byte, from 12 addresses of a network',
    addresses: loopback(256, 12),
    chunked: true,
    everyMs: 200,
  },
  {
    ...COMMON,
    name: 'victim',
    what: 'the very site of the honest uploads',
    addresses: ['127.0.0.2', '127.0.0.3'],
    host: 'shop.example',
  },
  {
    ...COMMON,
    name: 'promise',
    what: 'large lengths of which nothing comes',
    addresses: ['127.0.0.2', '127.0.0.3'],
    bytes: 1,
    declared: 1_000_000,
  },
  {
    ...COMMON,
    name: 'silent',
    what: 'whole bodies to an origin of their own that never answers',
    addresses: ['127.0.0.2', '127.0.0.3'],
    bytes: 500_000,
    declared: 500_000,
    everyMs: 0,
    path: '/silent',
  },
  {
    ...COMMON,
    name: 'streams',
    what: 'over HTTP/2, two bodies each on 300 connections of two addresses, never ended',
    addresses: ['127.0.0.2', '127.0.0.3'],
    connections: 300,
    everyMs: 0,
    streams: 2,
  },
];

export interface Hoarding {
  /** Connections that the edge has not ended. */
  open(): number;
  stop(): void;
}

/** Opens all streams and sends what each shall hold; resolves when the connections are there and that has begun. */
export async function hoardStreams(attack: Hoard, httpsPort: number): Promise<Hoarding> {
  const sessions = new Set<ClientHttp2Session>();
  for (let index = 0; index < attack.connections; index++) {
    const localAddress = attack.addresses[index % attack.addresses.length]!;
    const socket = connect({ host: '127.0.0.1', port: httpsPort, localAddress });
    const session = connectHttp2(`https://${attack.host}`, {
      createConnection: () =>
        // nosemgrep: no-insecure-channel -- an attacker does not ask whose certificate it is
        connectTls({ socket, servername: attack.host, ALPNProtocols: ['h2'], rejectUnauthorized: false }),
    });
    sessions.add(session);
    session.on('error', () => session.destroy());
    session.on('close', () => sessions.delete(session));
    for (let stream = 0; stream < attack.streams; stream++) beginStream(session, attack);
    // One after another: the handshakes of all at once would be another attack.
    await Promise.race([once(session, 'connect'), once(session, 'close')]).catch(() => undefined);
  }
  return {
    open: () => sessions.size,
    stop: () => {
      for (const session of sessions) session.destroy();
    },
  };
}

function beginStream(session: ClientHttp2Session, attack: Hoard): void {
  const stream = session.request({
    ':method': 'POST',
    ':path': attack.path,
    ':authority': attack.host,
    'content-type': 'application/octet-stream',
    'content-length': String(attack.declared),
  });
  // Refused, or taken back for others.
  stream.on('error', () => stream.destroy());
  stream.resume();
  stream.write(Buffer.alloc(attack.bytes, 'a'));
}

/** Opens all connections and sends what each shall hold; resolves when that is written, or the connection is gone. */
export async function hoard(attack: Hoard, port: number): Promise<Hoarding> {
  const sockets = new Set<Socket>();
  const written: Promise<void>[] = [];
  for (let index = 0; index < attack.connections; index++) {
    const localAddress = attack.addresses[index % attack.addresses.length]!;
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    sockets.add(socket);
    written.push(
      new Promise((resolve) => {
        socket.on('error', () => socket.destroy());
        socket.on('data', () => undefined);
        socket.on('end', () => socket.destroy());
        socket.on('close', () => {
          sockets.delete(socket);
          resolve();
        });
        socket.on('connect', () => begin(socket, attack, resolve));
      }),
    );
    // The kernel's queue of connections that are not accepted yet is short.
    if (index % 32 === 31) await new Promise((resolve) => setTimeout(resolve, 20));
  }
  await Promise.all(written);
  const timer =
    attack.everyMs === 0
      ? undefined
      : setInterval(() => {
          for (const socket of sockets) socket.write(attack.chunked ? '1\r\na\r\n' : 'a');
        }, attack.everyMs);
  return {
    open: () => sockets.size,
    stop: () => {
      clearInterval(timer);
      for (const socket of sockets) socket.destroy();
    },
  };
}

function begin(socket: Socket, attack: Hoard, done: () => void): void {
  const framing = attack.chunked ? 'Transfer-Encoding: chunked' : `Content-Length: ${attack.declared}`;
  socket.write(
    `POST ${attack.path} HTTP/1.1\r\nHost: ${attack.host}\r\nContent-Type: application/octet-stream\r\n${framing}\r\n\r\n`,
  );
  const body = attack.chunked
    ? `${attack.bytes.toString(16)}\r\n${'a'.repeat(attack.bytes)}\r\n`
    : 'a'.repeat(attack.bytes);
  socket.write(body, () => done());
}
