import { estimatedSeconds, speedLabel } from './send-time.ts';

describe('sending speed', () => {
  it.each([
    [1, 'very safe'],
    [4, 'very safe'],
    [5, 'balanced'],
    [9, 'balanced'],
    [10, 'fast'],
    [24, 'fast'],
    [25, 'very fast'],
    [49, 'very fast'],
    [50, 'maximum'],
  ])('%d a second is %s', (speed, label) => {
    expect(speedLabel(speed)).toBe(label);
  });

  it('rounds the estimate up and counts entries, not commas', () => {
    expect(estimatedSeconds('a@x.example, b@x.example,c@x.example,', 2)).toBe(2);
    expect(estimatedSeconds('', 5)).toBe(0);
  });
});
