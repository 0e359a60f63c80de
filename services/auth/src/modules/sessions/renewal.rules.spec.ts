import { decideRenewal, type RenewalDecision, type Rotation } from './renewal.rules.ts';

const GRACE = 20_000;
const at = (ms: number) => new Date(ms);
const row = (change: Partial<Rotation> = {}): Rotation => ({
  generation: 5,
  confirmed: true,
  rotatedAt: at(0),
  ...change,
});

describe('decideRenewal', () => {
  it.each<[string, Rotation, number, number, RenewalDecision]>([
    ['the newest token rotates', row(), 5, GRACE, 'rotate'],
    ['the newest token, made a moment ago, stays', row(), 5, GRACE - 1, 'repeat'],
    ['the last one gets the newest within the grace', row(), 4, GRACE - 1, 'repeat'],
    ['the last one after the grace is a theft', row(), 4, GRACE, 'reused'],
    ['the last one, whose answer was lost, gets the newest', row({ confirmed: false }), 4, 1e9, 'repeat'],
    ['one before it is a theft, whatever was lost', row({ confirmed: false }), 3, 1, 'reused'],
    ['the first of all is a theft', row(), 1, 1e9, 'reused'],
    ['one from before the database was restored rotates', row(), 7, 1, 'rotate'],
  ])('%s', (_what, state, presented, now, expected) => {
    expect(decideRenewal(state, presented, at(now), GRACE)).toBe(expected);
  });

  /** A session whose holders come in any order: each keeps the token that it received last. */
  function play(steps: readonly { holder: number; after: number; answerLost: boolean }[], holders: number) {
    const state = row({ generation: 1, confirmed: false });
    const held = Array.from({ length: holders }, () => 1);
    let now = 0;
    for (const [step, { holder, after, answerLost }] of steps.entries()) {
      now += after;
      const presented = held[holder] ?? 1;
      const decision = decideRenewal(state, presented, at(now), GRACE);
      if (decision === 'reused') return step;
      if (presented === state.generation) state.confirmed = true;
      if (decision === 'rotate') {
        state.generation = presented + 1;
        state.confirmed = false;
        state.rotatedAt = at(now);
      }
      if (answerLost) continue;
      held[holder] = state.generation;
      // A client that received the response uses the tokens in it.
      state.confirmed = true;
    }
    return null;
  }

  const random = (seed: number) => {
    let state = seed;
    return () => {
      state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
      return state / 2 ** 31;
    };
  };

  it('never takes one holder for two, whatever is lost and whenever it comes', () => {
    const next = random(7);
    for (let round = 0; round < 2_000; round++) {
      const steps = Array.from({ length: 40 }, () => ({
        holder: 0,
        after: Math.floor(next() * 3 * GRACE),
        answerLost: next() < 0.4,
      }));
      expect(play(steps, 1)).toBeNull();
    }
  });

  it('finds out about two who go on for long enough', () => {
    const next = random(11);
    for (let round = 0; round < 2_000; round++) {
      const steps = Array.from({ length: 60 }, () => ({
        holder: next() < 0.5 ? 0 : 1,
        after: GRACE + Math.floor(next() * GRACE),
        answerLost: false,
      }));
      expect(play(steps, 2)).not.toBeNull();
    }
  });
});
