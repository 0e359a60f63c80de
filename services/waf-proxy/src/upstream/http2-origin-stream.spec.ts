import { EventEmitter } from 'node:events';
import { type ClientHttp2Session, constants } from 'node:http2';
import { exchangeRequest } from '../test-support/exchange-request.ts';
import { ManualDeadlines } from '../test-support/manual-deadlines.ts';
import { writeBatch } from '../test-support/write-batch.ts';
import { Http2OriginStream } from './http2-origin-stream.ts';

/** An exchange whose frames come when the test says so, and what is told of its body. */
function exchange() {
  const frames = Object.assign(new EventEmitter(), {
    aborted: false,
    rstCode: 0,
    end: () => undefined,
    close: () => undefined,
  });
  const session = { request: () => frames, closed: false, destroyed: false, ping: () => true };
  const events: string[] = [];
  const ports = { deadlines: new ManualDeadlines(), writes: writeBatch() };
  const stream = new Http2OriginStream(
    session as unknown as ClientHttp2Session,
    'http',
    ports,
    () => undefined,
  );
  stream.begin(
    {
      onInformational: () => undefined,
      onHead: () => undefined,
      onBody: (chunk) => events.push(chunk.toString('latin1')),
      onLull: () => undefined,
      onComplete: () => events.push('complete'),
      onUpgraded: () => undefined,
      onFailure: ({ code }) => events.push(code),
      onDrain: () => undefined,
      onReclaimed: () => undefined,
    },
    exchangeRequest(['GET / HTTP/1.1', 'Host: shop.example']),
  );
  frames.emit('response', {}, 0, [':status', '200']);
  return { frames, events };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

describe('small pieces of a body that comes by HTTP/2', () => {
  it('are told of together, but for the first, when very many come in one turn', async () => {
    const { frames, events } = exchange();
    for (let index = 0; index < 5_000; index++) frames.emit('data', Buffer.from('a'));
    expect(events).toEqual(['a']);
    await turn();
    expect(events).toEqual(['a', 'a'.repeat(4_999)]);
    frames.emit('data', Buffer.from('b'));
    expect(events.at(-1)).toBe('b');
  });

  it('keep their order among large ones, and come before the end', () => {
    const { frames, events } = exchange();
    const large = 'L'.repeat(2_000);
    for (const piece of ['a', 'b', large, 'c', 'd']) frames.emit('data', Buffer.from(piece));
    frames.emit('end');
    expect(events).toEqual(['a', 'b', large, 'cd', 'complete']);
  });

  it('come before the news that the rest is lost', () => {
    const { frames, events } = exchange();
    for (const piece of ['a', 'b', 'c']) frames.emit('data', Buffer.from(piece));
    frames.rstCode = constants.NGHTTP2_INTERNAL_ERROR;
    frames.emit('close');
    expect(events).toEqual(['a', 'bc', 'reset']);
  });
});
