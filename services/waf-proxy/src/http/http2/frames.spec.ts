import fc from 'fast-check';
import { FrameBuffer } from '../../server/http2/frame-buffer.ts';
import { SendQueue } from '../../server/http2/send-queue.ts';
import { FrameReader } from './frame-reader.ts';
import { ErrorCode, FrameType, PREFACE, readUint31, writeFrameHead } from './frames.ts';

/** The reader's events for these pieces; parts of one DATA frame are combined. */
function readPieces(pieces: readonly Buffer[], preface = true): { events: string[]; waits: boolean } {
  const events: string[] = [];
  let data: Buffer[] = [];
  const reader = new FrameReader({
    onFrame: (type, flags, stream, bytes, from, to) =>
      events.push(`${type} ${flags} ${stream} ${bytes.toString('hex', from, to)}`),
    onDataHead: (stream, length) => {
      events.push(`data ${stream} ${length}`);
      data = [];
    },
    onData: (bytes, from, to) => data.push(Buffer.from(bytes.subarray(from, to))),
    onDataEnd: (endsStream) => events.push(`end ${endsStream} ${Buffer.concat(data).toString('hex')}`),
    onFault: (code) => events.push(`fault ${code}`),
  });
  if (!preface) reader.read(PREFACE);
  for (const piece of pieces) reader.read(piece);
  return { events, waits: reader.waitsForRest };
}

function frameOf(type: number, flags: number, stream: number, payload: Uint8Array): Buffer {
  const bytes = Buffer.alloc(9 + payload.length);
  writeFrameHead(bytes, 0, payload.length, type, flags, stream);
  bytes.set(payload, 9);
  return bytes;
}

function cutAt(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
  return places.slice(1).map((to, index) => bytes.subarray(places[index], to));
}

const cuts = fc.array(fc.nat(), { maxLength: 30 });
const frames = fc.array(
  fc
    .tuple(
      fc.constantFrom(...Object.values(FrameType), 0xfa),
      fc.integer({ min: 0, max: 255 }),
      fc.integer({ min: 0, max: 0x7fff_ffff }),
      fc.uint8Array({ maxLength: 80 }),
    )
    .map(([type, flags, stream, payload]) => frameOf(type, flags, stream, payload)),
  { maxLength: 12 },
);

describe('HTTP/2 frames', () => {
  it('are read alike wherever their bytes are cut', () => {
    fc.assert(
      fc.property(frames, cuts, fc.nat(8), (list, places, missing) => {
        const all = Buffer.concat([PREFACE, ...list]);
        const bytes = all.subarray(0, all.length - Math.min(missing, all.length - PREFACE.length));
        const whole = readPieces([bytes]);
        expect(readPieces(cutAt(bytes, places))).toEqual(whole);
        expect(readPieces([...bytes].map((byte) => Buffer.of(byte)))).toEqual(whole);
      }),
    );
  });

  it('have their padding taken off, and are refused with too much of it', () => {
    const padded = (length: number, ...payload: number[]) =>
      readPieces([frameOf(FrameType.Data, 8 | 1, 5, Buffer.from([length, ...payload]))], false).events;
    expect(padded(2, 7, 8, 0, 0)).toEqual(['data 5 5', 'end true 0708']);
    expect(padded(0)).toEqual(['data 5 1', 'end true ']);
    expect(padded(4, 0, 0, 0, 0)).toEqual(['data 5 5', 'end true ']);
    expect(padded(5, 0, 0, 0, 0)).toEqual(['data 5 5', `fault ${ErrorCode.Protocol}`]);
    expect(readPieces([frameOf(FrameType.Data, 8, 5, Buffer.alloc(0))], false).events).toEqual([
      'data 5 0',
      `fault ${ErrorCode.Protocol}`,
    ]);
  });

  it('end with the first that is too large, and with a wrong beginning', () => {
    const large = frameOf(FrameType.Headers, 0, 1, Buffer.alloc(16_385));
    const right = frameOf(FrameType.Headers, 0, 1, Buffer.alloc(16_384));
    expect(readPieces([right], false).events).toHaveLength(1);
    expect(readPieces([large.subarray(0, 9), right], false).events).toEqual([`fault ${ErrorCode.FrameSize}`]);
    expect(readPieces([Buffer.from('GET / HTTP/1.1\r\n\r\n')]).events).toEqual([
      `fault ${ErrorCode.Protocol}`,
    ]);
  });

  it('are written as they are read, whatever was written before', () => {
    const answers = fc.array(
      fc.record({
        stream: fc.integer({ min: 1, max: 0x7fff_ffff }),
        head: fc.integer({ min: 1, max: 40_000 }),
        body: fc.array(fc.integer({ min: 1, max: 20_000 }), { maxLength: 4 }),
        frame: fc.integer({ min: 1, max: 16_384 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    fc.assert(
      fc.property(answers, fc.boolean(), (list, together) => {
        const frames = new FrameBuffer();
        const written: Buffer[] = [];
        const expected: string[] = [];
        list.forEach(({ stream, head, body, frame }, turn) => {
          const block = Buffer.alloc(head, turn + 1);
          frames.headers(stream, block, false);
          frames.windowUpdate(stream, head);
          const queue = new SendQueue();
          const whole = Buffer.concat(body.map((size, index) => Buffer.alloc(size, 16 * turn + index)));
          for (const [index, size] of body.entries()) queue.add(Buffer.alloc(size, 16 * turn + index));
          expected.push(`${stream} head ${block.toString('hex')}`, `${stream} window ${head}`);
          while (queue.bytes > 0) {
            const bytes = Math.min(frame, queue.bytes);
            frames.dataHead(stream, bytes, bytes === queue.bytes);
            queue.move(bytes, frames);
          }
          expected.push(`${stream} body ${whole.toString('hex')}`);
          if (!together) written.push(...frames.take());
        });
        const bytes = frames.bytes;
        const rest = frames.take();
        expect(rest.reduce((sum, piece) => sum + piece.length, 0)).toBe(bytes);
        expect(gather([...written, ...rest])).toEqual(expected);
      }),
      { numRuns: 50 },
    );
  });
});

/** Puts blocks and bodies together again, as `expected` lists them. */
function gather(pieces: readonly Buffer[]): string[] {
  const found: string[] = [];
  let block = '';
  let stream = 0;
  let body = '';
  const flushBody = () => {
    if (stream > 0) found.push(`${stream} body ${body}`);
    stream = 0;
    body = '';
  };
  const reader = new FrameReader({
    onFrame: (type, flags, id, bytes, from, to) => {
      if (type === FrameType.Headers) flushBody();
      if (type === FrameType.WindowUpdate) {
        found.push(`${id} window ${readUint31(bytes, from)}`);
        stream = id;
        return;
      }
      block += bytes.toString('hex', from, to);
      if ((flags & 4) === 0) return;
      found.push(`${id} head ${block}`);
      block = '';
    },
    onDataHead: () => undefined,
    onData: (bytes, from, to) => {
      body += bytes.toString('hex', from, to);
    },
    onDataEnd: () => undefined,
    onFault: (code) => found.push(`fault ${code}`),
  });
  reader.read(PREFACE);
  for (const piece of pieces) reader.read(piece);
  flushBody();
  return found;
}
