import {
  arrive,
  errorTypeOf,
  inNewTrace,
  inSpan,
  inSpanOf,
  inSpanOfMany,
  type NewSpan,
  openSpan,
  useSpanMaker,
} from './spans.ts';
import { currentTrace, runInTrace } from './trace-scope.ts';
import type { Trace } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SAMPLED = `00-${TRACE}-00f067aa0ba902b7-01`;
const NOT_SAMPLED = `00-${TRACE}-00f067aa0ba902b7-00`;
const span: NewSpan = { kind: 'internal', name: 'work', attributes: {} };

interface Made extends NewSpan {
  parent: Trace | null;
  spanId: string;
  errorType?: string;
  hasEnded: boolean;
}

describe('spans', () => {
  let made: Made[];
  function sample(ratio: number): void {
    made = [];
    useSpanMaker({
      ratio,
      open: (parent, opened) => {
        const spanId = String(made.length + 1).padStart(16, '0');
        const one: Made = { ...opened, parent, spanId, hasEnded: false };
        made.push(one);
        return {
          trace: { id: parent?.id ?? 'f'.repeat(32), spanId, isSampled: true },
          set: () => undefined,
          fail: (errorType) => {
            one.errorType = errorType;
          },
          end: () => {
            one.hasEnded = true;
          },
        };
      },
    });
  }
  beforeEach(() => sample(1));
  afterEach(() => useSpanMaker(null));

  it('stand under the one that they came of, and end with their work', async () => {
    await inSpanOf(SAMPLED, span, async () => {
      await inSpan({ ...span, name: 'part' }, async () =>
        expect(currentTrace()?.spanId).toBe(made[1]!.spanId),
      );
      expect(made.map(({ hasEnded }) => hasEnded)).toEqual([false, true]);
    });
    expect(made).toMatchObject([
      { name: 'work', parent: { id: TRACE, spanId: '00f067aa0ba902b7' }, hasEnded: true },
      { name: 'part', parent: { id: TRACE, spanId: made[0]!.spanId } },
    ]);
  });

  it('say by a code or a class what failed, and never what somebody wrote', async () => {
    const secret = 'Key (email)=(a@b.example) already exists';
    const coded = Object.assign(new Error(secret), { code: '23505' });
    await expect(inSpanOf(SAMPLED, span, async () => Promise.reject(coded))).rejects.toBe(coded);
    expect(() =>
      inSpanOf(SAMPLED, span, () => {
        throw new TypeError(secret);
      }),
    ).toThrow(TypeError);
    expect(made).toMatchObject([
      { errorType: '23505', hasEnded: true },
      { errorType: 'TypeError', hasEnded: true },
    ]);
    expect(errorTypeOf({ code: secret })).toBe('error');
  });

  it('are none of a trace that is not sampled, nor of none', () => {
    runInTrace(NOT_SAMPLED, () => expect(openSpan(span)).toBeNull());
    expect(openSpan(span)).toBeNull();
    inSpanOf(undefined, span, () => expect(currentTrace()).toBeUndefined());
    expect(made).toEqual([]);
  });

  it('are none without a collector, while the trace goes on', () => {
    useSpanMaker(null);
    inSpanOf(SAMPLED, span, (open) => expect([open, currentTrace()?.id]).toEqual([null, TRACE]));
    inNewTrace(span, (open) => expect([open, currentTrace()?.isSampled]).toEqual([null, false]));
  });

  it.each([
    ['a stranger’s trace goes on and is sampled as the installation says', SAMPLED, false, 0, false],
    ['however the stranger has decided', NOT_SAMPLED, false, 1, true],
    ['a trusted proxy’s decision holds', SAMPLED, true, 0, true],
    ['in both directions', NOT_SAMPLED, true, 1, false],
  ])('at the door: %s', (_rule, traceparent, isTrusted, ratio, isSampled) => {
    sample(ratio);
    const arrival = arrive(traceparent, isTrusted, span);
    expect(arrival.trace).toMatchObject({ id: TRACE, isSampled });
    expect(arrival.span !== null).toBe(isSampled);
    expect(made).toHaveLength(isSampled ? 1 : 0);
  });

  it('at the door begin a trace where none is named', () => {
    expect(arrive('nonsense', true, span).trace).toMatchObject({ id: 'f'.repeat(32), isSampled: true });
    expect(made).toMatchObject([{ parent: null }]);
  });

  it('of a batch begin a trace of their own, which leads to those that are sampled', () => {
    const other = SAMPLED.replace('4bf9', 'aaaa');
    inSpanOfMany([SAMPLED, other, SAMPLED, NOT_SAMPLED.replace('4bf9', 'bbbb'), ''], span, () => undefined);
    expect(made[0]).toMatchObject({
      parent: null,
      links: [{ id: TRACE }, { id: TRACE.replace('4bf9', 'aaaa') }],
    });
    inSpanOfMany([NOT_SAMPLED], span, () => expect(currentTrace()).toBeUndefined());
    expect(made).toHaveLength(1);
  });
});
