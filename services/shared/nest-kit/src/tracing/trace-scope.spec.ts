import { currentTraceId, currentTraceparent, newTrace, runIn, runInTrace } from './trace-scope.ts';
import { toTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const FIELDS = `${TRACE}-00f067aa0ba902b7-01`;

describe('work in a trace', () => {
  it('knows it, later steps included, and nobody else does', async () => {
    await runInTrace(`00-${FIELDS}`, async () => {
      await new Promise((resolve) => setImmediate(resolve));
      expect([currentTraceId(), currentTraceparent()]).toEqual([TRACE, `00-${FIELDS}`]);
    });
    expect(currentTraceparent()).toBeUndefined();
  });

  it('passes on the known fields of a later version, as its own version', () => {
    runInTrace(`cc-${FIELDS}-more`, () => expect(currentTraceparent()).toBe(`00-${FIELDS}`));
  });

  it('is in none where none is named, whatever is around it', () => {
    runInTrace(`00-${FIELDS}`, () =>
      runInTrace('nonsense', () =>
        expect([currentTraceId(), currentTraceparent()]).toEqual([undefined, undefined]),
      ),
    );
  });

  it('may begin one, each another', () => {
    const [one, other] = [newTrace(), newTrace()];
    expect(one.id).not.toBe(other.id);
    runIn(one, () => expect(currentTraceparent()).toBe(toTraceparent(one)));
  });
});
