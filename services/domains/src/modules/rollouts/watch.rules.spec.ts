import { MINUTE_MS } from '@palisade/basics';
import { seededRandom } from '@palisade/testing';
import type { RolloutFigures } from '../rollout-store/rollout.entity.ts';
import { evidenceOfMore } from './sequential-test.rules.ts';
import { FALSE_ALARMS, MAX_DAYS, nextStep, type Watched } from './watch.rules.ts';

const START = Date.parse('2026-11-26T10:00:00Z');

const arm = (visitors: number, blocked_visitors = 0, failed_visitors = 0) => ({
  requests: visitors * 10,
  blocked_requests: blocked_visitors,
  failed_requests: failed_visitors,
  visitors,
  blocked_visitors,
  failed_visitors,
});
const figures = (
  candidate: RolloutFigures['candidate'],
  live: RolloutFigures['live'],
  { minutes = 10, share_percent = 5 } = {},
): RolloutFigures => ({
  share_percent,
  as_of: new Date(START + minutes * MINUTE_MS).toISOString(),
  live,
  candidate,
});
const rollout = (seen: RolloutFigures | null, changes: Partial<Watched> = {}): Watched => ({
  shares: [5, 25],
  sharePercent: 5,
  stepMinutes: 30,
  tolerancePercent: 0.5,
  startedAt: new Date(START),
  stepStartedAt: new Date(START),
  figures: seen,
  ...changes,
});
const step = (seen: RolloutFigures | null, changes?: Partial<Watched>, afterDays = 0) =>
  nextStep(rollout(seen, changes), START + afterDays * 86_400_000 + 1);

describe('the watch over a roll-out', () => {
  it('waits until a share was watched long enough, by enough visitors', () => {
    expect(step(null)).toEqual({ kind: 'wait' });
    expect(step(figures(arm(500), arm(9_500)))).toEqual({ kind: 'wait' });
    expect(step(figures(arm(19), arm(400), { minutes: 31 }))).toEqual({ kind: 'wait' });
    expect(step(figures(arm(20), arm(400), { minutes: 31 }))).toEqual({ kind: 'widen', sharePercent: 25 });
  });

  it('does not take figures of the share before for those of this one', () => {
    expect(step(figures(arm(20), arm(400), { minutes: 31 }), { sharePercent: 25 })).toEqual({ kind: 'wait' });
  });

  it('promotes after the last share, and says what it saw', () => {
    const seen = figures(arm(1_000, 3), arm(3_000, 8), { minutes: 31, share_percent: 25 });
    expect(step(seen, { sharePercent: 25 })).toEqual({
      kind: 'promoted',
      reason:
        'Nothing spoke against it: at 25% of visitors it blocked 3 of 1,000 visitors (0.3%); the policy in force blocked 8 of 3,000 visitors (0.3%).',
    });
  });

  it('takes back what blocks more visitors, at once and with the figures', () => {
    expect(step(figures(arm(40, 5), arm(760, 1), { minutes: 1 }))).toEqual({
      kind: 'taken_back',
      reason: 'It blocked 5 of 40 visitors (12.5%); the policy in force blocked 1 of 760 visitors (0.1%).',
    });
  });

  it('takes back what makes servers fail', () => {
    expect(step(figures(arm(40, 0, 6), arm(760)))).toMatchObject({
      kind: 'taken_back',
      reason: expect.stringContaining('saw server errors'),
    });
  });

  it('bears what its owner bears', () => {
    const seen = figures(arm(4_000, 60), arm(76_000, 10), { minutes: 31 });
    expect(step(seen, { tolerancePercent: 2 })).toEqual({ kind: 'widen', sharePercent: 25 });
    expect(step(seen)).toMatchObject({ kind: 'taken_back' });
  });

  it('does not hold a scanner under the policy in force against the candidate, nor one visitor that hits it', () => {
    expect(step(figures(arm(400, 1), arm(7_600, 300), { minutes: 31 }))).toMatchObject({ kind: 'widen' });
    expect(step(figures(arm(100, 1), arm(1_900), { minutes: 31 }))).toMatchObject({ kind: 'widen' });
  });

  it('gives up after a week without enough traffic', () => {
    expect(step(figures(arm(3), arm(60)), {}, MAX_DAYS)).toMatchObject({
      kind: 'taken_back',
      reason: expect.stringContaining('3 of 20 visitors and 30 of 100 requests'),
    });
  });
});

/**
 * One visitor after another, with a check after each one blocked by the candidate. @returns number of the candidate's
 * visitors until it is rolled back; null: never
 */
function visitorsUntilTakenBack(
  random: () => number,
  { share, live, candidate }: { share: number; live: number; candidate: number },
  visitors: number,
): number | null {
  const seen = { live: arm(0), candidate: arm(0) };
  for (let index = 0; index < visitors; index++) {
    const side = random() * 100 < share ? 'candidate' : 'live';
    seen[side].visitors++;
    if (random() * 100 >= { live, candidate }[side]) continue;
    seen[side].blocked_visitors++;
    // One more of the policy in force only speaks for the candidate.
    if (side === 'live') continue;
    const at = figures(seen.candidate, seen.live, { share_percent: share });
    // Whatever the size of the difference: the test alone.
    const decided = nextStep(rollout(at, { sharePercent: share, tolerancePercent: 0 }), START);
    if (decided.kind === 'taken_back') return seen.candidate.visitors;
  }
  return null;
}

function simulated(
  rates: { share: number; live: number; candidate: number },
  runs: number,
  visitors: number,
): (number | null)[] {
  const random = seededRandom(20_261_126);
  return Array.from({ length: runs }, () => visitorsUntilTakenBack(random, rates, visitors));
}

const FALSE_ALARM_RUNS = 800;

describe('the sequential test', () => {
  it('weighs nothing before something happened, and rises and falls with it', () => {
    expect(evidenceOfMore(0.05, 0, 0)).toBeCloseTo(0);
    expect(evidenceOfMore(0.05, 4, 0)).toBeGreaterThan(Math.log(400));
    expect(evidenceOfMore(0.05, 4, 100)).toBeLessThan(0);
  });

  it.each([
    { share: 5, live: 5, candidate: 5 },
    { share: 25, live: 5, candidate: 5 },
    { share: 25, live: 5, candidate: 2 },
  ])('takes back almost nothing that does no harm, however often it looks: %j', (rates) => {
    const alarms = simulated(rates, FALSE_ALARM_RUNS, 10_000).filter((visitors) => visitors !== null);
    // Two for each share and question.
    expect(alarms.length / FALSE_ALARM_RUNS).toBeLessThan(FALSE_ALARMS / 2);
  });

  it.each([
    [{ share: 5, live: 0, candidate: 5 }, 90],
    [{ share: 5, live: 1, candidate: 5 }, 220],
    [{ share: 5, live: 1, candidate: 2 }, 2_300],
    [{ share: 25, live: 5, candidate: 10 }, 600],
  ] as const)(
    'takes %j back after so many of the candidate’s visitors, in half of all cases: %i',
    (rates, most) => {
      const until = simulated(rates, 100, 150_000).map((visitors) => visitors ?? Number.POSITIVE_INFINITY);
      const median = until.toSorted((one, other) => one - other)[until.length / 2]!;
      expect(median).toBeLessThan(most);
      expect(median).toBeGreaterThan(most / 3);
      expect(until.filter((visitors) => visitors === Number.POSITIVE_INFINITY).length).toBeLessThan(10);
    },
  );
});
