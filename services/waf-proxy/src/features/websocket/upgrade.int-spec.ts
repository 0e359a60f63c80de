import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { startEdge } from '../../test-support/edge-harness.ts';
import { HOST, stopAll, stopLater, withRecorder } from '../../test-support/forwarding-edge.ts';
import { eventually, readAnswer, sendRaw } from '../../test-support/raw-client.ts';

afterEach(stopAll);

describe('WebSocket', () => {
  const UPGRADE = `GET /chat HTTP/1.1\r\n${HOST}Connection: keep-alive, Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n`;
  const ACCEPTED = 'Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n';

  it('is refused where the site has not enabled it', async () => {
    const { origin, edge } = await withRecorder();
    const answer = await sendRaw(edge.port, UPGRADE);
    expect(answer.status).toBe(403);
    await eventually(() => edge.records[0]?.reason === 'websocket_not_enabled');
    expect(origin.requests).toHaveLength(0);
  });

  it('joins both sides after 101, and gives the origin nothing before', async () => {
    const server = createServer();
    let early = '';
    server.on('upgrade', (request, socket, head) => {
      early += head.toString();
      setTimeout(() => {
        socket.write(
          `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n${ACCEPTED}X-Path: ${request.url}\r\n\r\n\x82\x05hello`,
          'latin1',
        );
        // What comes is a frame of nine bytes under a mask of zeros; an answer has no mask.
        socket.on('data', (chunk: Buffer) => socket.write(`\x82\x0eecho ${chunk.subarray(6)}`, 'latin1'));
        socket.on('error', () => socket.destroy());
      }, 100);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const edge = await startEdge((server.address() as AddressInfo).port, {}, (config) => {
      config.delivery!.websocket = true;
    });
    stopLater(async () => {
      server.close();
      server.closeAllConnections();
    }, edge.stop);
    const socket = connect(edge.port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1');
    });
    socket.write(`${UPGRADE}\x82\x89\0\0\0\0too early`, 'latin1');
    await eventually(() => text.includes('echo too early'));
    expect(early).toBe('');
    expect(readAnswer(text, false).statuses).toEqual([101]);
    expect(text).toContain('X-Path: /chat\r\n');
    expect(text).toContain('\r\n\r\n\x82\x05hello\x82\x0eecho too early');
    socket.destroy();
    await eventually(() => edge.records.length === 1);
    expect([edge.records[0]!.status, edge.records[0]!.requestBytes]).toEqual([101, 15]);
  });

  it('passes a refusal of the origin on', async () => {
    const { edge } = await withRecorder(() => 'HTTP/1.1 401 No\r\nContent-Length: 4\r\n\r\nno!!');
    edge.configure((config) => {
      config.delivery!.websocket = true;
    });
    const answer = await sendRaw(edge.port, UPGRADE);
    expect([answer.status, answer.body, answer.closed]).toEqual([401, 'no!!', true]);
  });
});
