import { once } from 'node:events';
import { connect, type TLSSocket } from 'node:tls';
import { HpackDecoder } from '../http/hpack/hpack-decoder.ts';
import { eventually } from './raw-client.ts';

/** RFC 9113, 6. */
export const FrameType = {
  Data: 0,
  Headers: 1,
  Priority: 2,
  RstStream: 3,
  Settings: 4,
  PushPromise: 5,
  Ping: 6,
  GoAway: 7,
  WindowUpdate: 8,
  Continuation: 9,
} as const;

export const Flag = { EndStream: 1, Ack: 1, EndHeaders: 4, Padded: 8, Priority: 0x20 } as const;

export function frame(
  type: number,
  flags: number,
  stream: number,
  payload: Buffer = Buffer.alloc(0),
): Buffer {
  const head = Buffer.alloc(9);
  head.writeUIntBE(payload.length, 0, 3);
  head[3] = type;
  head[4] = flags;
  head.writeUInt32BE(stream, 5);
  return Buffer.concat([head, payload]);
}

/** A header block in HPACK without Huffman codes or a dynamic table. */
export function headerBlock(fields: readonly (readonly [string, string])[]): Buffer {
  return Buffer.concat(fields.flatMap(([name, value]) => [Buffer.of(0), text(name), text(value)]));
}

function text(value: string): Buffer {
  const bytes = Buffer.from(value, 'latin1');
  if (bytes.length > 126) throw new Error('short strings only');
  return Buffer.concat([Buffer.of(bytes.length), bytes]);
}

export const getRequest = (host: string, path = '/') =>
  headerBlock([
    [':method', 'GET'],
    [':scheme', 'https'],
    [':authority', host],
    [':path', path],
  ]);

export interface RawFrame {
  type: number;
  flags: number;
  stream: number;
  payload: Buffer;
}

export interface RawHttp2 {
  socket: TLSSocket;
  /** What came, in order. */
  frames: RawFrame[];
  /** Types of the frames that came, in order, and the codes of GOAWAY frames. */
  types: number[];
  goAways: number[];
  /** Resolves when the server has ended the connection. */
  closed: Promise<void>;
  /** Writes until the connection is gone or `count` pieces are out, waiting for the socket to drain. */
  flood(count: number, piece: (index: number) => Buffer): Promise<number>;
}

/** An HTTP/2 client that says exactly the frames it is given, whatever they mean. */
export async function connectRawHttp2(port: number, host: string): Promise<RawHttp2> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    servername: host,
    ALPNProtocols: ['h2'],
    rejectUnauthorized: false,
  });
  const frames: RawFrame[] = [];
  const types: number[] = [];
  const goAways: number[] = [];
  let pending = Buffer.alloc(0);
  socket.on('error', () => socket.destroy());
  const closed = new Promise<void>((resolve) => socket.once('close', () => resolve()));
  await once(socket, 'secureConnect');
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk]);
    for (;;) {
      if (pending.length < 9) return;
      const length = pending.readUIntBE(0, 3);
      if (pending.length < 9 + length) return;
      types.push(pending[3]!);
      frames.push({
        type: pending[3]!,
        flags: pending[4]!,
        stream: pending.readUInt32BE(5),
        payload: pending.subarray(9, 9 + length),
      });
      if (pending[3] === FrameType.GoAway) goAways.push(pending.readUInt32BE(13));
      pending = pending.subarray(9 + length);
    }
  });
  socket.write(
    Buffer.concat([Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'), frame(FrameType.Settings, 0, 0)]),
  );
  return {
    socket,
    frames,
    types,
    goAways,
    closed,
    flood: async (count, piece) => {
      let written = 0;
      for (; written < count && !socket.destroyed && socket.writable; written++) {
        if (!socket.write(piece(written)))
          await Promise.race([once(socket, 'drain'), closed]).catch(() => undefined);
      }
      return written;
    },
  };
}

/** Numbers of four bytes. */
export const u32 = (...values: number[]) => {
  const bytes = Buffer.alloc(4 * values.length);
  values.forEach((value, index) => {
    bytes.writeUInt32BE(value, 4 * index);
  });
  return bytes;
};

/** The code of the first reset or GOAWAY, and which of both it was. */
export async function refusal(client: RawHttp2): Promise<{ by: 'stream' | 'connection'; code: number }> {
  const find = () =>
    client.frames.find(({ type }) => type === FrameType.RstStream || type === FrameType.GoAway);
  await eventually(() => find() !== undefined);
  const { type, payload } = find()!;
  return type === FrameType.RstStream
    ? { by: 'stream', code: payload.readUInt32BE(0) }
    : { by: 'connection', code: payload.readUInt32BE(4) };
}

/** Fields of all header blocks that came, in order, one line for each field. */
export function fieldsOf(client: RawHttp2): string[] {
  const decoder = new HpackDecoder(4_096, { listBytes: 64 * 1024, fields: 200 });
  return client.frames.flatMap(({ type, payload }) => {
    if (type !== FrameType.Headers) return [];
    if (!decoder.decode(payload, 0, payload.length)) throw new Error('a block of ours cannot be read');
    return decoder.fields.map(({ name, value }) => `${name}: ${value}`);
  });
}

/** All of the stream's answer has come. */
export const ended = (client: RawHttp2, stream = 1) =>
  client.frames.some((each) => each.stream === stream && each.type <= 1 && (each.flags & 1) !== 0);
