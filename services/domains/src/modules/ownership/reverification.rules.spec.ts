import { DAY_MS } from '@palisade/basics';
import { OWNERSHIP_TERMS as TERMS } from './ownership-terms.rules.ts';
import { isOurFault, judgeContest, type Lapse, nextLapse, type Observation } from './reverification.rules.ts';

const START = new Date('2026-03-01T00:00:00Z');
const day = (days: number) => new Date(START.getTime() + days * DAY_MS);

/** What happens over days of looks, `every` a part of a day apart. */
function follow(seen: (day: number) => Observation, days: number, every = 1) {
  let lapse: Lapse | null = null;
  const events: [number, string][] = [];
  for (let at = 0; at <= days; at += every) {
    const step = nextLapse(lapse, seen(at), day(at));
    lapse = step.lapse;
    if (step.event !== null) events.push([at, step.event]);
    if (step.event === 'release') break;
  }
  return events;
}

describe('the second look at ownership', () => {
  it('warns on the third day, reminds, and releases two weeks later', () => {
    expect(follow(() => 'absent', 60)).toEqual([
      [2, 'warned'],
      [13, 'reminded'],
      [16, 'release'],
    ]);
  });

  it('counts looks that are close together once', () => {
    expect(follow(() => 'absent', 60, 1 / 24).map(([, event]) => event)).toEqual([
      'warned',
      'reminded',
      'release',
    ]);
    expect(follow(() => 'absent', 1.5, 1 / 24)).toEqual([]);
  });

  it('never releases while DNS does not answer, nor counts that as anything else', () => {
    expect(follow(() => 'unknown', 400)).toEqual([]);
    expect(follow((at) => (at < 5 ? 'absent' : 'unknown'), 400)).toEqual([[2, 'warned']]);
  });

  it('does not release for time alone: a service that stood still has not looked', () => {
    expect(follow((at) => (at < 3 || at > 100 ? 'absent' : 'unknown'), 103)).toEqual([
      [2, 'warned'],
      [101, 'reminded'],
    ]);
  });

  it.each(['proved', 'in_use'] as const)(
    'forgets everything when it is %s, and says so if it had warned',
    (seen) => {
      expect(follow((at) => (at < 10 ? 'absent' : seen), 60)).toEqual([
        [2, 'warned'],
        [10, 'recovered'],
      ]);
      expect(follow((at) => (at % 3 === 2 ? seen : 'absent'), 400)).toEqual([]);
    },
  );

  it('holds still when very many fail on one day', () => {
    expect([
      isOurFault(20, 50),
      isOurFault(21, 50),
      isOurFault(900, 10_000),
      isOurFault(1_001, 10_000),
    ]).toEqual([false, true, false, true]);
  });
});

describe('a contest', () => {
  const SEEN: Observation[] = ['proved', 'in_use', 'absent', 'unknown'];
  const endsAt = day(7);
  const judge = (holder: Observation, claimant: Observation, now: Date) =>
    judgeContest({ holder, claimant, endsAt }, now);

  it('moves a domain in one case only: at the end, the claimant’s record there and the holder’s definitely not', () => {
    const moved = SEEN.flatMap((holder) =>
      SEEN.flatMap((claimant) =>
        [0, 6.99, 7, 36, 40]
          .filter((at) => judge(holder, claimant, day(at)) === 'moved')
          .map((at) => [holder, claimant, at]),
      ),
    );
    expect(moved).toEqual([
      ['absent', 'proved', 7],
      ['absent', 'proved', 36],
      ['absent', 'proved', 40],
    ]);
  });

  it('ends at once when the holder proves the domain', () => {
    expect(SEEN.map((claimant) => judge('proved', claimant, day(0)))).toEqual(Array(4).fill('kept'));
  });

  it('ends without change when the claimant’s record has gone, and waits for DNS no longer than a month', () => {
    expect(judge('absent', 'absent', day(7))).toBe('lapsed');
    expect(judge('unknown', 'proved', day(8))).toBe('wait');
    expect(judge('unknown', 'proved', new Date(endsAt.getTime() + TERMS.longestWaitMs))).toBe('lapsed');
  });
});
