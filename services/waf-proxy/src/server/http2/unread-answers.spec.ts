import { type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { Flag, FrameType, frame, getRequest } from '../../test-support/http2-frames.ts';
import { recordRequests } from '../../test-support/server-ports.ts';
import { type ConnectionKeeper, Http2Connection } from './http2-connection.ts';
import { HTTP2_LIMITS } from './http2-limits.ts';

const PREFACE = Buffer.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const LOCATION = `/${'x'.repeat(3_000)}`;
const REQUESTS = 1_500;
/** One more head may be under way when the bound is met, and so may what a turn has begun. */
const ROOM = 64 * 1024;

/** Its peer reads only on the test's command. */
class SlowSocket extends Duplex {
  private readonly taken: (() => void)[] = [];
  private takesAll = false;

  override _read(): void {
    // Bytes come by push().
  }

  override _write(_chunk: Buffer, _encoding: string, done: () => void): void {
    if (this.takesAll) setImmediate(done);
    else this.taken.push(done);
  }

  takeAll(): void {
    this.takesAll = true;
    for (const done of this.taken.splice(0)) done();
  }
}

it('answers that a client does not take hold up its further requests, which go on when it does', async () => {
  const { ports, stop } = recordRequests();
  let begun = 0;
  const server = {
    ...ports,
    requests: {
      begin: (context: Parameters<typeof ports.requests.begin>[0]) => {
        begun++;
        context.reply!.head(301, '', ['Location', LOCATION + begun, 'Content-Length', '0']);
        context.reply!.end(null, null);
      },
      ended: ports.requests.ended,
    },
  };
  const unflushed = new Set<Http2Connection>();
  const keeper: ConnectionKeeper = {
    now: performance.now(),
    flushSoon: (connection) => {
      if (unflushed.has(connection)) return;
      unflushed.add(connection);
      setImmediate(() => {
        unflushed.delete(connection);
        connection.flush();
      });
    },
    gone: () => undefined,
  };
  const socket = new SlowSocket();
  const connection = new Http2Connection(server, socket as unknown as Socket, keeper);
  const request = getRequest('shop.example');
  const requests = Array.from({ length: REQUESTS }, (_, at) =>
    frame(FrameType.Headers, Flag.EndHeaders | Flag.EndStream, 2 * at + 1, request),
  );
  socket.push(Buffer.concat([PREFACE, frame(FrameType.Settings, 0, 0), ...requests]));

  // Far more turns than all of them would take.
  for (let turn = 0; turn < 2 * REQUESTS; turn++) await new Promise(setImmediate);
  expect(begun).toBeGreaterThan(100);
  expect(socket.writableLength).toBeLessThan(HTTP2_LIMITS.answersAheadBytes + ROOM);

  socket.takeAll();
  for (let turn = 0; begun < REQUESTS && turn < 10 * REQUESTS; turn++) await new Promise(setImmediate);
  expect(begun).toBe(REQUESTS);
  connection.destroy();
  stop();
});
