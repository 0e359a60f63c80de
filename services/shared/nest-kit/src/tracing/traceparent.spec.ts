import { readTraceparent, toTraceparent } from './traceparent.ts';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const SPAN = '00f067aa0ba902b7';

describe('traceparent', () => {
  it.each([
    [`00-${TRACE}-${SPAN}-01`, true],
    [`00-${TRACE}-${SPAN}-02`, false],
    [`cc-${TRACE}-${SPAN}-03-more`, true],
  ])('is read from %s', (header, isSampled) => {
    expect(readTraceparent(header)).toEqual({ id: TRACE, spanId: SPAN, isSampled });
  });

  it.each([
    undefined,
    '',
    [`00-${TRACE}-${SPAN}-01`],
    `ff-${TRACE}-${SPAN}-01`,
    `00-${'0'.repeat(32)}-${SPAN}-01`,
    `00-${TRACE}-${'0'.repeat(16)}-01`,
    `00-${TRACE.toUpperCase()}-${SPAN}-01`,
    `00-${TRACE}-${SPAN}-01x`,
    `00-${TRACE}-${SPAN}-01-${'x'.repeat(300)}`,
  ])('is none in %s', (header) => {
    expect(readTraceparent(header)).toBeNull();
  });

  it.each([`00-${TRACE}-${SPAN}-01`, `00-${TRACE}-${SPAN}-00`])('is written as it was read: %s', (header) => {
    expect(toTraceparent(readTraceparent(header)!)).toBe(header);
  });
});
