import { HOUR_MS } from '@palisade/basics';
import { findingOf } from './shadow-test.rules.ts';
import { isHalted, MAX_DAYS, nextStage } from './site-stage.rules.ts';

const START = Date.parse('2026-11-26T10:00:00Z');
const NOBODY = { promoted: 0, held: 0 };

const seen = (visitors: number, lost: number, { hours = 25, failures = 0 } = {}) => ({
  as_of: new Date(START + hours * HOUR_MS).toISOString(),
  requests: visitors * 10,
  lost_requests: lost,
  failures,
  visitors,
  lost_visitors: lost,
  rules: lost === 0 ? [] : [{ rule_id: 942_100, requests: lost }],
});
const stage = (figures: ReturnType<typeof seen> | null, others = NOBODY, afterDays = 2) =>
  nextStage({ startedAt: new Date(START), figures }, others, START + afterDays * 24 * HOUR_MS);

describe('a site that tries a release of rules', () => {
  it('waits for visitors, and for a day', () => {
    expect(stage(null)).toEqual({ kind: 'wait' });
    expect(stage(seen(900, 0))).toEqual({ kind: 'wait' });
    expect(stage(seen(5_000, 0, { hours: 23 }))).toEqual({ kind: 'wait' });
    expect(stage(seen(1_500, 0))).toMatchObject({ kind: 'promoted' });
  });

  it('holds it at once where visitors would lose something, and says whom it would have been and by which rule', () => {
    expect(stage(seen(400, 6, { hours: 1 }))).toEqual({
      kind: 'held',
      reason:
        'The new rules would have blocked requests of 6 of 400 visitors (1.5%) that your site answered, most by rule 942100.',
    });
    expect(stage(seen(400, 2))).toEqual({ kind: 'wait' });
  });

  it('holds it where the engine fails', () => {
    expect(stage(seen(400, 0, { failures: 3 }))).toMatchObject({ kind: 'held' });
    expect(stage(seen(1_500, 0, { failures: 2 }))).toMatchObject({ kind: 'promoted' });
  });

  it('goes by what there is when the time is over', () => {
    expect(stage(null, NOBODY, MAX_DAYS)).toMatchObject({ kind: 'promoted' });
    expect(stage(seen(40, 1), NOBODY, MAX_DAYS)).toMatchObject({ kind: 'held' });
  });

  it('does not take up by itself what many others hold, and goes on holding', () => {
    const others = { promoted: 17, held: 3 };
    expect(isHalted(others)).toBe(true);
    expect(stage(seen(1_500, 0), others)).toEqual({ kind: 'wait' });
    expect(stage(seen(400, 6), others)).toMatchObject({ kind: 'held' });
    expect([
      isHalted({ promoted: 99, held: 1 }),
      isHalted({ promoted: 0, held: 2 }),
      isHalted({ promoted: 97, held: 3 }),
    ]).toEqual([false, false, false]);
  });
});

describe('the test, looked at after every visitor', () => {
  const SITES = 2_000;
  const MAX_VISITORS = 20_000;
  let state = 20_261_126;
  const random = () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
  const oneSite = (share: number) => {
    let lost = 0;
    for (let visitors = 1; visitors <= MAX_VISITORS; visitors++) {
      if (random() < share) lost++;
      const finding = findingOf(visitors, lost);
      if (finding !== null) return { finding, visitors };
    }
    return { finding: null, visitors: MAX_VISITORS };
  };
  const sites = (share: number) => Array.from({ length: SITES }, () => oneSite(share));
  const part = (found: ReturnType<typeof sites>, finding: string | null) =>
    found.filter((one) => one.finding === finding).length / SITES;
  const middle = (found: ReturnType<typeof sites>) =>
    found.map(({ visitors }) => visitors).sort((a, b) => a - b)[SITES / 2]!;

  it('holds a release that takes something from 1 visitor in 200, and promotes one that takes nothing', () => {
    const harmful = sites(0.005);
    // Wald's bound, and what the draw may add.
    expect(part(harmful, 'harmless')).toBeLessThan(0.015);
    expect(part(harmful, 'harmful')).toBeGreaterThan(0.98);
    expect(middle(harmful)).toBeLessThan(1_500);
    const harmless = sites(0);
    expect(part(harmless, 'harmless')).toBe(1);
    expect(middle(harmless)).toBeLessThan(1_200);
    const almost = sites(0.001);
    expect(part(almost, 'harmful')).toBeLessThan(0.015);
  });

  it('finds what is worse sooner', () => {
    expect(middle(sites(0.02))).toBeLessThan(300);
    expect(middle(sites(0.1))).toBeLessThan(60);
  });
});
