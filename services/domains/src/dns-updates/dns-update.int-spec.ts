import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { updateZone } from './dns-update.ts';
import { CLASS, record, TYPE, textData } from './dns-wire.ts';

const key = { name: 'edge', secret: Buffer.alloc(32, 7) };
const sockets = new Set<Socket>();
let server: Server | null = null;

afterEach(async () => {
  for (const socket of sockets) socket.destroy();
  sockets.clear();
  await new Promise((resolve) => (server === null ? resolve(null) : server.close(resolve)));
  server = null;
});

/** @returns where a server listens that does this to each connection */
async function answering(behave: (socket: Socket) => void): Promise<string> {
  const started = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    behave(socket);
  });
  server = started;
  await new Promise<void>((resolve) => started.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(started.address() as AddressInfo).port}`;
}

const update = (address: string, changes = [record('a.test', TYPE.TXT, CLASS.IN, 1, textData('x'))]) =>
  updateZone({ server: address, zone: 'test', key }, changes);

/** An answer of so many bytes is announced. */
const announced = (bytes: number) => Buffer.of(bytes >> 8, bytes & 0xff);

describe('an update of a name server', () => {
  it.each<[string, (socket: Socket) => void]>([
    ['says nothing', (socket) => socket.resume()],
    ['does not even read', (socket) => socket.pause()],
    ['sends a byte now and then', (socket) => drip(socket)],
    ['announces more than it sends', (socket) => socket.once('data', () => socket.write(announced(65_535)))],
  ])('gives up within seconds where it %s', async (_what, behave) => {
    const began = performance.now();
    await expect(update(await answering(behave))).rejects.toThrow('does not answer in time');
    expect(performance.now() - began).toBeLessThan(8_000);
  });

  it.each<[string, (socket: Socket) => void]>([
    ['hangs up', (socket) => socket.end()],
    ['answers with nothing', (socket) => socket.once('data', () => socket.end(announced(0)))],
    [
      'answers with noise',
      (socket) =>
        socket.once('data', () => socket.end(Buffer.concat([announced(40), Buffer.alloc(40, 0xff)]))),
    ],
    [
      'counts records that are not there',
      (socket) =>
        socket.once('data', (question) => {
          const answer = Buffer.alloc(12);
          question.copy(answer, 0, 2, 4);
          answer.writeUInt16BE(0xa800, 2);
          for (const at of [4, 6, 8, 10]) answer.writeUInt16BE(0xffff, at);
          socket.end(Buffer.concat([announced(12), answer]));
        }),
    ],
  ])('fails where it %s', async (_what, behave) => {
    await expect(update(await answering(behave))).rejects.toThrow();
  });

  it('fails by itself, and not the process, where a message is longer than DNS has them', async () => {
    const many = Array.from({ length: 400 }, () =>
      record('a.test', TYPE.TXT, CLASS.IN, 1, textData('x'.repeat(255))),
    );
    await expect(update(await answering((socket) => socket.resume()), many)).rejects.toThrow(RangeError);
  });
});

function drip(socket: Socket): void {
  socket.once('data', () => {
    socket.write(announced(60_000));
    const timer = setInterval(() => socket.write('x'), 500);
    socket.on('close', () => clearInterval(timer));
  });
}
