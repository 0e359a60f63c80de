import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { Listening, quietTurn } from './listening.ts';

it('whoever has connected before a port closes is served, though nobody has accepted the connection yet', async () => {
  const server = createServer({ noDelay: true }, (socket) => void socket.end('served'));
  const listening = new Listening(server, false);
  const port = await listening.listen({ host: '127.0.0.1', port: 0 });
  const clients = Array.from({ length: 50 }, () => connect(port, '127.0.0.1'));
  const answers = clients.map(async (client) => {
    client.setEncoding('utf8');
    let text = '';
    client.on('data', (piece) => {
      text += piece;
    });
    await once(client, 'close');
    return text;
  });
  // They connect in the next tick; the event loop has not come round then.
  await new Promise<void>((resolve) => process.nextTick(resolve));
  await quietTurn([listening]);
  await listening.close();
  expect(await Promise.all(answers)).toEqual(clients.map(() => 'served'));
  await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
});
