import type { AddressInfo } from 'node:net';
import { createServer, type Server, type Socket } from 'node:net';

/** One request as its bytes were on the wire to the origin. */
export interface RecordedRequest {
  head: string;
  body: Buffer;
  connection: number;
}

export interface RecordingOrigin {
  port: number;
  requests: RecordedRequest[];
  /** All bytes that each connection received. */
  connections: string[];
  /** Reads nothing on connections that are made from now on. */
  pause(): void;
  close(): Promise<void>;
}

const DEFAULT_ANSWER = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

/**
 * An origin that keeps every byte it receives and reads requests in the plainest way there is. `answer` may write to
 * the socket itself and return null.
 */
export async function startRecordingOrigin(
  answer: (request: RecordedRequest, socket: Socket) => string | Buffer | null = () => DEFAULT_ANSWER,
): Promise<RecordingOrigin> {
  const requests: RecordedRequest[] = [];
  const connections: string[] = [];
  const sockets = new Set<Socket>();
  let paused = false;
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    if (paused) return;
    const connection = connections.push('') - 1;
    let pending = Buffer.alloc(0);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
    socket.on('data', (chunk) => {
      connections[connection] += chunk.toString('latin1');
      pending = Buffer.concat([pending, chunk]);
      for (let found = takeRequest(pending); found !== null; found = takeRequest(pending)) {
        pending = pending.subarray(found.bytes);
        const request = { head: found.head, body: found.body, connection };
        requests.push(request);
        const reply = answer(request, socket);
        if (reply !== null) socket.write(typeof reply === 'string' ? Buffer.from(reply, 'latin1') : reply);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    requests,
    connections,
    pause: () => {
      paused = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function takeRequest(bytes: Buffer): { head: string; body: Buffer; bytes: number } | null {
  const end = bytes.indexOf('\r\n\r\n');
  if (end < 0) return null;
  const head = bytes.toString('latin1', 0, end + 2);
  const bodyAt = end + 4;
  const length = /^content-length: *(\d+)\r$/im.exec(head);
  if (/^transfer-encoding: *chunked\r$/im.test(head)) return takeChunked(head, bytes, bodyAt);
  const size = length === null ? 0 : Number(length[1]);
  if (bytes.length < bodyAt + size) return null;
  return { head, body: bytes.subarray(bodyAt, bodyAt + size), bytes: bodyAt + size };
}

function takeChunked(head: string, bytes: Buffer, from: number) {
  const pieces: Buffer[] = [];
  for (let at = from; ; ) {
    const lineEnd = bytes.indexOf('\r\n', at);
    if (lineEnd < 0) return null;
    const size = Number.parseInt(bytes.toString('latin1', at, lineEnd), 16);
    const data = lineEnd + 2;
    if (size === 0) {
      const end = bytes.indexOf('\r\n\r\n', lineEnd);
      return end < 0 ? null : { head, body: Buffer.concat(pieces), bytes: end + 4 };
    }
    if (bytes.length < data + size + 2) return null;
    pieces.push(bytes.subarray(data, data + size));
    at = data + size + 2;
  }
}
