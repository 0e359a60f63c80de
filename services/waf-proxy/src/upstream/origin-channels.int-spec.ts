import { once } from 'node:events';
import { createServer } from 'node:http';
import { createServer as createHttp2Server } from 'node:http2';
import type { AddressInfo, Server, Socket } from 'node:net';
import { OriginAddressPolicy } from '../io/addresses/internal-addresses.ts';
import { EdgePools } from '../io/shares/edge-pools.ts';
import { ManualDeadlines } from '../test-support/manual-deadlines.ts';
import {
  type AnswerOfOrigin,
  type ChannelImplementation,
  describeOriginChannel,
  type OriginHandler,
  type RequestAtOrigin,
} from '../test-support/origin-channel-conformance.ts';
import { writeBatch } from '../test-support/write-batch.ts';
import type { OriginChannel } from './origin-channel.ts';
import { OriginConnector } from './origin-connect.ts';
import { OriginNames } from './origin-names.ts';
import { OriginPools } from './origin-pools.ts';

async function channelsTo(server: Server, http2: boolean): Promise<ChannelImplementation> {
  let handler: OriginHandler = (request) => request.destroy();
  server.on('request', (request: RequestAtOrigin, answer: AnswerOfOrigin) => {
    request.on('error', () => undefined);
    answer.on('error', () => undefined);
    handler(request, answer);
  });
  const sockets = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
  });
  server.on('sessionError', () => undefined);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const deadlines = new ManualDeadlines();
  const shares = new EdgePools();
  const policy = new OriginAddressPolicy({ allow: ['127.0.0.1'], refusedPorts: '' });
  const connector = new OriginConnector(policy, new OriginNames(shares.originLookups));
  const pools = new OriginPools(connector, deadlines, shares, writeBatch());
  const endpoint = {
    key: `origin ${port}`,
    host: '127.0.0.1',
    port,
    useTls: false,
    verifyTls: true,
    serverName: '',
    client: null,
    http2,
    site: null,
  };
  return {
    open: (treat) => {
      handler = treat;
      return new Promise<OriginChannel>((resolve, reject) => {
        const holder = { client: null, site: null };
        pools.acquire(endpoint, { holder, onConnection: resolve, onFailure: reject }, false);
      });
    },
    pass: (milliseconds) => deadlines.pass(milliseconds),
    close: async () => {
      pools.close();
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

describeOriginChannel('a connection of HTTP/1.1', () => channelsTo(createServer(), false));
describeOriginChannel('a stream of HTTP/2', () => channelsTo(createHttp2Server(), true));
