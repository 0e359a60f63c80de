import { traceIdOf } from './trace-id.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';

describe('the trace of a request', () => {
  it.each([`00-${TRACE}-00f067aa0ba902b7-01`, `cc-${TRACE}-00f067aa0ba902b7-01-more`])(
    'is read from %s',
    (header) => {
      expect(traceIdOf(header)).toBe(TRACE);
    },
  );

  it.each([
    undefined,
    '',
    [`00-${TRACE}-00f067aa0ba902b7-01`],
    `ff-${TRACE}-00f067aa0ba902b7-01`,
    `00-${'0'.repeat(32)}-00f067aa0ba902b7-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-00f067aa0ba902b7-01`,
    `00-${TRACE}-00f067aa0ba902b7-01x`,
    `00-${TRACE}-00f067aa0ba902b7-01-${'x'.repeat(300)}`,
  ])('is none in %s', (header) => {
    expect(traceIdOf(header)).toBeNull();
  });
});
