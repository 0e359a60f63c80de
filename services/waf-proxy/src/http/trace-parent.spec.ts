import { formatTraceParent, isTraceField, parseTraceParent } from './trace-parent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  it('is read as it is written', () => {
    const text = formatTraceParent(TRACE, SPAN);
    expect(parseTraceParent(text)).toEqual({ traceId: TRACE, spanId: SPAN, sampled: true });
    expect(parseTraceParent(`00-${TRACE}-${SPAN}-00`)).toMatchObject({ sampled: false });
    expect(parseTraceParent(`00-${TRACE}-${SPAN}-03`)).toMatchObject({ sampled: true });
  });

  it.each([
    '',
    `01-${TRACE}-${SPAN}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE}-${SPAN}-01-more`,
    `00-${TRACE}-${SPAN}`,
  ])('is ignored when it is %p', (text) => {
    expect(parseTraceParent(text)).toBeNull();
  });

  it('and its companion are recognised however they are spelt', () => {
    expect(['TraceParent', 'TRACESTATE', 'traceparent'].every(isTraceField)).toBe(true);
    expect(['trace', 'traceparents', 'x-tracestate', 'user-agent!'].some(isTraceField)).toBe(false);
  });
});
