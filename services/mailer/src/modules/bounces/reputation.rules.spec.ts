import { reputationOf } from './reputation.rules.ts';

describe('how mail services are likely to see the sender', () => {
  it.each([
    [0, 0, 0, 0, 'too_few'],
    [49, 0, 49, 49, 'too_few'],
    [50, 0, 0, 0, 'good'],
    [1_000, 0, 19, 0, 'good'],
    [1_000, 0, 20, 0, 'watch'],
    [980, 20, 0, 0, 'watch'],
    [950, 50, 0, 0, 'bad'],
    [10_000, 0, 0, 9, 'good'],
    [10_000, 0, 0, 10, 'watch'],
    [10_000, 0, 0, 30, 'bad'],
    [0, 60, 0, 0, 'bad'],
  ])('%i sent, %i refused, %i back, %i complaints: %s', (sent, refused, hard, complaints, state) => {
    expect(reputationOf({ sent, refused, hard, complaints })).toBe(state);
  });
});
