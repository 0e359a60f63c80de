import type { RequestBodyEvents } from '../../request/reply.ts';
import { KeptBody, RECORDED_BODY_BYTES } from './kept-body.ts';

function kept(chunks: readonly Buffer[]) {
  const passed: Buffer[] = [];
  const body = new KeptBody({
    start(events: RequestBodyEvents) {
      for (const chunk of chunks) events.onChunk(chunk);
      events.onEnd([]);
    },
    pause: () => undefined,
    resume: () => undefined,
  });
  body.start({ onChunk: (chunk) => passed.push(chunk), onEnd: () => undefined });
  expect(passed).toEqual(chunks);
  return body;
}

const alone = (length: number): Buffer => Buffer.from(new Uint8Array(length).fill(0x61).buffer);

it.each<[string, Buffer[]]>([
  ['none', []],
  ['one piece', [alone(900)]],
  ['one of the greatest length', [alone(RECORDED_BODY_BYTES)]],
  ['a part of a larger piece', [alone(64_000).subarray(10, 30)]],
  ['several pieces', [alone(900), alone(1), alone(64_000).subarray(0, 9)]],
  ['an empty piece, and one', [alone(0), alone(7)]],
  ['one, and an empty piece', [alone(7), alone(0)]],
])('keeps %s', (_what, chunks) => {
  const body = kept(chunks);
  expect([body.isComplete, body.isTooLong]).toEqual([true, false]);
  expect(body.text()).toBe(Buffer.concat(chunks).toString('latin1'));
});

it.each<[string, Buffer[]]>([
  ['one piece', [alone(RECORDED_BODY_BYTES + 1)]],
  ['several', [alone(RECORDED_BODY_BYTES), alone(1)]],
])('nothing of a longer one in %s', (_what, chunks) => {
  const body = kept(chunks);
  expect([body.isTooLong, body.text()]).toEqual([true, '']);
});
