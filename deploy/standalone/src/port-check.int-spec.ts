import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { refuseTakenPorts } from './port-check.ts';

describe('taken ports', () => {
  it('are all named, with the option that moves each', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    try {
      await expect(refuseTakenPorts([{ port, what: 'dashboard', option: '--port' }])).rejects.toThrow(
        `${port} (dashboard): choose another with --port`,
      );
    } finally {
      server.close();
    }
  });

  it('are free again once their owner has gone', async () => {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    await expect(refuseTakenPorts([{ port, what: 'dashboard', option: '--port' }])).resolves.toBeUndefined();
  });
});
