import { GROWTH_LIMIT_BYTES, measureBodies } from './measure-bodies.ts';

const BYTES = 256 * 1024 * 1024;

describe('large bodies', () => {
  it('pass through inspection without growing the worker', async () => {
    const measurements = await measureBodies(BYTES);
    expect(measurements.map(({ what, arrived }) => [what, arrived])).toEqual([
      ['upload', BYTES],
      ['download', BYTES],
    ]);
    for (const { beforeBytes, peakBytes } of measurements) {
      expect(peakBytes - beforeBytes).toBeLessThan(GROWTH_LIMIT_BYTES);
    }
  });
});
