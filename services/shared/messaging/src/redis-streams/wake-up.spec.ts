import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { WakeUp } from './wake-up.ts';

const SILENT = { info: () => undefined, warn: () => undefined, error: () => undefined };
const CHANNEL = 'palisade:test';

describe('WakeUp', () => {
  let server: Server;
  const open = new Set<Socket>();

  /** A Redis that knows what a subscriber says to it, and breaks connections where the test wants it. */
  async function startRedis(onSubscribe: (connection: number, socket: Socket) => void) {
    let connections = 0;
    server = createServer((socket) => {
      const connection = ++connections;
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        for (const [name] of commandsOf(data.toString())) {
          if (name === 'subscribe') onSubscribe(connection, socket);
          else socket.write(name === 'info' ? bulk('redis_version:8.0.0\r\nloading:0\r\n') : '+OK\r\n');
        }
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return `redis://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }

  afterEach(() => {
    for (const socket of open) socket.destroy();
    server.close();
  });

  it('outlives connections that break while it subscribes again', async () => {
    const settled = Promise.withResolvers<number>();
    const url = await startRedis((connection, socket) => {
      if (connection > 1 && connection < 4) return socket.destroy();
      socket.write(`*3\r\n${bulk('subscribe')}${bulk(CHANNEL)}:1\r\n`);
      if (connection === 1) setImmediate(() => socket.destroy());
      else settled.resolve(connection);
    });
    const wakeUp = new WakeUp(url, 'test', SILENT);
    try {
      wakeUp.listen(CHANNEL);
      expect(await settled.promise).toBe(4);
    } finally {
      wakeUp.close();
    }
  });
});

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;

/** Commands of whole RESP arrays of bulk strings: their words, the name in lower case. */
function commandsOf(text: string): string[][] {
  const commands: string[][] = [];
  const lines = text.split('\r\n');
  for (let at = 0; lines[at]?.startsWith('*'); ) {
    const count = Number(lines[at]?.slice(1));
    const words = Array.from({ length: count }, (_, word) => lines[at + 2 + 2 * word] ?? '');
    commands.push([words[0]?.toLowerCase() ?? '', ...words.slice(1)]);
    at += 1 + 2 * count;
  }
  return commands;
}
