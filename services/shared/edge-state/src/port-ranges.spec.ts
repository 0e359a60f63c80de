import { PortRanges } from './port-ranges.ts';

describe('ranges of ports', () => {
  it('hold single ports and all from the first to the last', () => {
    const ports = new PortRanges('8080, 18000-18013,443');
    expect([443, 8080, 18_000, 18_007, 18_013].filter((port) => !ports.has(port))).toEqual([]);
    expect([442, 444, 8081, 17_999, 18_014].filter((port) => ports.has(port))).toEqual([]);
  });

  it('may be none', () => {
    expect(new PortRanges('').has(80)).toBe(false);
  });

  it.each(['0', '65536', 'http', '5-1', '1-2-3', '-5', '80.5', '80-'])('%s is refused', (text) => {
    expect(() => new PortRanges(text)).toThrow(RangeError);
  });
});
