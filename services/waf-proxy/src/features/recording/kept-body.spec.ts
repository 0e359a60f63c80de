import type { RequestBodyEvents } from '../../request/reply.ts';
import { EdgeAction } from '../../request/verdict.ts';
import { HeldText, KeptBody, RECORDED_BODY_BYTES } from './kept-body.ts';

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

describe('of a body that is held for the origin', () => {
  type Held = Parameters<HeldText['take']>[0];
  const taken = (weight: number, length: number, change: Partial<Held>) => {
    const held = new HeldText(weight, length);
    held.take({
      action: EdgeAction.ALLOW,
      bodyStarted: true,
      bodyComplete: true,
      transaction: null,
      heldBody: [Buffer.from('a=\xe9', 'latin1'), Buffer.from('&b')],
      ...change,
    } as Held);
    return [held.isComplete, held.isTooLong, held.text()];
  };

  const saying = (wouldInterrupt: object | null) =>
    ({ audit: () => ({ wouldInterrupt }) }) as unknown as NonNullable<Held['transaction']>;

  it.each<[string, number, Partial<Held>]>([
    ['a request in the sample', 100, {}],
    ['one that is refused', 0, { action: EdgeAction.BLOCK }],
    ['one that would be refused', 0, { action: EdgeAction.LOG_ONLY }],
    ['one that rules would refuse', 0, { transaction: saying({ ruleId: 9_001 }) }],
  ])('that of %s is kept', (_what, weight, change) => {
    expect(taken(weight, 5, change)).toEqual([true, false, 'a=\xe9&b']);
  });

  it('an empty one is one', () => expect(taken(1, 0, { heldBody: [] })).toEqual([true, false, '']));

  it.each<[string, number, number, Partial<Held>]>([
    ['nobody records', 0, 5, {}],
    ['nobody records and no rule refuses', 0, 5, { transaction: saying(null) }],
    ['is too long', 1, RECORDED_BODY_BYTES + 1, {}],
    ['nobody has asked for', 1, 5, { bodyStarted: false }],
    ['has not come as a whole', 1, 5, { bodyComplete: false }],
  ])('one that %s is not', (_what, weight, length, change) => {
    expect(taken(weight, length, change)).toEqual([false, length > RECORDED_BODY_BYTES, '']);
  });
});
