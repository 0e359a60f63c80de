import { once } from 'node:events';
import { type ClientHttp2Stream, connect, constants } from 'node:http2';
import { type AddressInfo, createServer } from 'node:net';
import type { TLSSocket } from 'node:tls';
import { describeReply, type SeenByClient } from '../../test-support/reply-conformance.ts';
import { recordRequests } from '../../test-support/server-ports.ts';
import { Http2Listener } from './http2-listener.ts';

type Fields = Readonly<Record<string, unknown>>;

const mapOf = (fields: Fields) =>
  new Map(
    Object.entries(fields)
      .filter(([name]) => !name.startsWith(':'))
      .map(([name, value]) => [name, String(value)]),
  );

function seenBy(stream: ClientHttp2Stream): SeenByClient {
  const interim: string[][] = [];
  const pieces: Buffer[] = [];
  let trailers: Fields = {};
  let ended = false;
  stream.on('error', () => undefined);
  stream.on('headers', (fields) => interim.push([String(fields[':status']), String(fields.link)]));
  stream.on('trailers', (fields) => {
    trailers = fields;
  });
  stream.on('data', (chunk: Buffer) => pieces.push(chunk));
  stream.on('end', () => {
    ended = true;
  });
  const head = new Promise<Fields>((resolve) => {
    stream.on('response', (fields) => resolve(fields));
  });
  const closed = new Promise<void>((resolve) => {
    stream.on('close', resolve);
  });
  return {
    interim,
    get bodyBytes() {
      return pieces.reduce((sum, { length }) => sum + length, 0);
    },
    head: async () => {
      const fields = await head;
      return { status: Number(fields[':status']), fields: mapOf(fields) };
    },
    outcome: async () => {
      await closed;
      return {
        complete: ended && stream.rstCode === constants.NGHTTP2_NO_ERROR,
        body: Buffer.concat(pieces).toString('latin1'),
        trailers: mapOf(trailers),
      };
    },
    stopReading: () => stream.pause(),
    resumeReading: () => stream.resume(),
    leave: () => stream.close(constants.NGHTTP2_CANCEL),
  };
}

describeReply('a stream of an HTTP/2 connection', async () => {
  const requests = recordRequests();
  const listener = new Http2Listener(requests.ports);
  // Clear text: how TLS ends is no affair of a reply.
  const server = createServer((socket) => listener.accept(socket as TLSSocket));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const session = connect(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  session.on('error', () => undefined);
  return {
    exchange: async (method) => {
      const stream = session.request({ ':method': method, ':path': '/' }, { endStream: true });
      const seen = seenBy(stream);
      const context = await requests.next();
      return {
        reply: context.reply,
        client: seen,
        over: () => requests.ended(context),
        timesOver: () => requests.endings.get(context) ?? 0,
      };
    },
    close: async () => {
      const closed = once(server, 'close');
      session.destroy();
      server.close();
      listener.destroyAll();
      await closed;
      requests.stop();
    },
  };
});
