import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { type CallerLimits, Callers, clientOf } from './callers.ts';

const PLENTY: CallerLimits = { connectionMs: 60_000, connections: 100, connectionsPerClient: 100 };

describe('who connects to the door', () => {
  let server: Server;
  let sockets: Socket[] = [];
  let ended: number[] = [];

  async function listen(limits: Partial<CallerLimits>): Promise<void> {
    const callers = new Callers({ ...PLENTY, ...limits });
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      callers.admit(socket);
    });
    server.listen(0, '0.0.0.0');
    await once(server, 'listening');
  }
  /** One that is there, by its place in the order in which they came. */
  async function come(localAddress: string): Promise<Socket> {
    const { port } = server.address() as AddressInfo;
    const accepted = once(server, 'connection');
    const socket = connect({ host: '127.0.0.1', port, localAddress });
    const place = sockets.push(socket) - 1;
    const own = ended;
    socket.on('error', () => undefined);
    socket.on('close', () => own.push(place));
    socket.resume();
    await accepted;
    return socket;
  }
  /** Resets are endings, too. */
  const gone = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve));

  afterEach(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
    sockets = [];
    ended = [];
  });

  it('is given its time and no more, although it keeps saying something', async () => {
    await listen({ connectionMs: 200 });
    const socket = await come('127.0.0.1');
    const speaking = setInterval(() => socket.write('x'), 10);
    await gone(socket);
    clearInterval(speaking);
    expect(ended).toEqual([0]);
  });

  it('has a share: the oldest of the same client gives way, and nobody else', async () => {
    await listen({ connectionsPerClient: 2 });
    await come('127.0.0.2');
    const oldest = await come('127.0.0.1');
    const end = gone(oldest);
    await come('127.0.0.1');
    await come('127.0.0.1');
    await end;
    expect(ended).toEqual([1]);
  });

  it('finds room where all is taken: the oldest of all gives way', async () => {
    await listen({ connections: 2 });
    const oldest = await come('127.0.0.2');
    const end = gone(oldest);
    await come('127.0.0.3');
    await come('127.0.0.4');
    await end;
    expect(ended).toEqual([0]);
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8::7', '2001:db8:0:0'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0:0:2::6', '2001:0:0:2'],
    ['2001::2:3:4:5:6', '2001:0:0:2'],
    ['::1', '0:0:0:0'],
  ])('of %s counts as %s', (address, client) => {
    expect(clientOf(address)).toBe(client);
  });
});
