import { barPath, countAxis, namedBars } from './bar-paths.ts';

describe('the axis of counts', () => {
  it.each([
    [0, 1, [0, 1]],
    [3, 3, [0, 1, 2, 3]],
    [7, 8, [0, 2, 4, 6, 8]],
    [31_240, 40_000, [0, 10_000, 20_000, 30_000, 40_000]],
  ])('up to %d ends at %d and has whole lines', (most, top, lines) => {
    expect(countAxis(most)).toEqual({ top, lines });
  });

  it('holds whatever is counted', () => {
    for (let most = 1; most < 1e9; most = Math.ceil(most * 1.7)) {
      const { top, lines } = countAxis(most);
      expect(top).toBeGreaterThanOrEqual(most);
      expect(lines.length).toBeGreaterThanOrEqual(2);
      expect(lines.length).toBeLessThanOrEqual(9);
    }
  });
});

describe('bars as one path', () => {
  const box = { width: 200, height: 100, top: 10, beside: 2 };

  it('are as high as their counts, and left out where there is none', () => {
    const path = barPath([10, 0, 5], box);
    expect(path.match(/M[\d.]+,100/g)).toHaveLength(2);
    expect(path).toContain('v-96.0');
    expect(path).toContain('v-46.0');
  });

  it('stand beside those of the other series', () => {
    const left = (at: number) => Number(/^M([\d.]+),/.exec(barPath([1], box, at))?.[1]);
    // 28 px each, at most, and 3 px between them.
    expect(left(0)).toBeCloseTo(200 / 2 - (28 + 3 + 28) / 2, 1);
    expect(left(1) - left(0)).toBeCloseTo(31, 1);
  });

  it('have square corners in one place', () => {
    expect(barPath([10], { ...box, beside: 1 })).toBe('M86.0,0.0h28.0v100.0h-28.0z');
  });
});

it('names as many bars as have room, and the last', () => {
  const labels = Array.from({ length: 90 }, (_, at) => `Mar ${at}`);
  expect(namedBars(labels.slice(0, 7), 700)).toEqual([0, 1, 2, 3, 4, 5, 6]);
  const named = namedBars(labels, 700);
  expect(named.at(-1)).toBe(89);
  expect(named.length).toBeLessThan(14);
});
