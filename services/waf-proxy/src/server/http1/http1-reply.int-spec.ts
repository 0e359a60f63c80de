import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describeReply, type SeenByClient } from '../../test-support/reply-conformance.ts';
import { recordRequests } from '../../test-support/server-ports.ts';
import { Http1Listener } from './http1-listener.ts';

function seenBy(client: ClientRequest): SeenByClient {
  const interim: string[][] = [];
  const pieces: Buffer[] = [];
  let reads = true;
  let response: IncomingMessage | null = null;
  client.on('information', ({ statusCode, headers }) => {
    interim.push([String(statusCode), String(headers.link)]);
  });
  client.on('error', () => undefined);
  const head = new Promise<IncomingMessage>((resolve) => {
    client.on('response', (incoming) => {
      response = incoming;
      incoming.on('error', () => undefined);
      incoming.on('data', (chunk: Buffer) => pieces.push(chunk));
      if (!reads) incoming.pause();
      resolve(incoming);
    });
  });
  const closed = new Promise((resolve) => {
    client.on('close', resolve);
  });
  return {
    interim,
    get bodyBytes() {
      return pieces.reduce((sum, { length }) => sum + length, 0);
    },
    head: async () => {
      const { statusCode = 0, headers } = await head;
      return { status: statusCode, fields: new Map(Object.entries(headers).map(([k, v]) => [k, String(v)])) };
    },
    outcome: async () => {
      await closed;
      return {
        complete: response?.complete === true,
        body: Buffer.concat(pieces).toString('latin1'),
        trailers: new Map(Object.entries(response?.trailers ?? {}).map(([k, v]) => [k, String(v)])),
      };
    },
    stopReading: () => {
      reads = false;
      response?.pause();
    },
    resumeReading: () => {
      reads = true;
      response?.resume();
    },
    leave: () => client.destroy(),
  };
}

describeReply('an exchange on an HTTP/1 connection', async () => {
  const requests = recordRequests();
  const listener = new Http1Listener(requests.ports);
  listener.server.listen(0, '127.0.0.1');
  await once(listener.server, 'listening');
  const { port } = listener.server.address() as AddressInfo;
  return {
    exchange: async (method) => {
      const client = request({ port, host: '127.0.0.1', method, agent: false });
      const seen = seenBy(client);
      client.end();
      const context = await requests.next();
      return {
        reply: context.reply,
        client: seen,
        over: () => requests.ended(context),
        timesOver: () => requests.endings.get(context) ?? 0,
      };
    },
    close: async () => {
      const closed = once(listener.server, 'close');
      listener.server.close();
      listener.destroyAll();
      await closed;
      requests.stop();
    },
  };
});
