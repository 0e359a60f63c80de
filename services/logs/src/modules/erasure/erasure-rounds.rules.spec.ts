import { nextRoundAt } from './erasure-rounds.rules.ts';

describe('rounds of an erasure', () => {
  it('begins at once, comes back for what edges deliver late, and ends', () => {
    const removedAtMs = Date.UTC(2026, 0, 1);
    const rounds: number[] = [];
    for (let done = 0; ; done++) {
      const at = nextRoundAt(removedAtMs, done);
      if (at === null) break;
      rounds.push((at - removedAtMs) / 3_600_000);
    }
    expect(rounds).toEqual([0, 1, 24, 168, 720]);
  });
});
