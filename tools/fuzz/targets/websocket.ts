import { FrameReader } from '../../../services/waf-proxy/src/features/websocket/frame-reader.ts';
import type { Target } from '../target.ts';
import { expectSameInPieces } from './cut-anywhere.ts';

/** Turns that never end: a piece is read as a whole. */
const UNSPENT = { begin: () => true, isSpent: false, spend: () => undefined };

function read(pieces: readonly Buffer[]): unknown {
  const events: unknown[] = [];
  let payload: string[] = [];
  const reader = new FrameReader(
    true,
    false,
    {
      begin: ({ opcode, fin, length, mask }) => {
        events.push([opcode, fin, length, mask?.toString('hex')]);
        payload = [];
        return null;
      },
      payload: (piece) => payload.push(piece.toString('latin1')),
      end: () => {
        events.push(payload.join(''));
        return null;
      },
    },
    UNSPENT,
  );
  for (const piece of pieces) {
    const fault = reader.push(Buffer.from(piece));
    if (fault !== null) return { events, fault };
  }
  return { events };
}

/** Frames that visitors send on a WebSocket. */
export const websocket: Target = {
  name: 'websocket',
  focus: /waf-proxy\/src\/features\/websocket\//,
  largest: 16 * 1024,
  words: [
    '\x81\x85abcdhello',
    '\x01\x80abcd',
    '\x80\x80abcd',
    '\x88\x82abcd\x03\xe8',
    '\x89\x80abcd',
    '\x82\xfe\x01\x00',
    '\x82\xff\0\0\0\0\0\x01\0\0',
  ],
  generate: (random) =>
    Buffer.concat(
      random.list(1, 6, () => {
        const payload = Buffer.from(random.list(0, 20, () => random.below(256)));
        return Buffer.concat([
          Buffer.of(random.pick([0x81, 0x82, 0x01, 0x00, 0x80, 0x88, 0x89]), 0x80 | payload.length),
          Buffer.from('mask'),
          payload,
        ]);
      }),
    ),
  read: (input) => {
    read([input]);
  },
  compare: (input) => expectSameInPieces(input, read),
};
