import { CHECK_INTERVAL_MS } from './limits.ts';
import { StallJudge } from './stall-judge.ts';

/** Checks a blocked event loop, with this much CPU time between checks, until it is judged as stalled. */
function looksUntilStall(
  sample: { cpuMs: number; asleep: boolean } | null,
  limit: number,
  elapsedMs = CHECK_INTERVAL_MS,
) {
  const judge = new StallJudge();
  let cpuMs = 5_000;
  const times = () => (sample === null ? null : { cpuMs, asleep: sample.asleep, stopped: false });
  expect(judge.check(7, CHECK_INTERVAL_MS, times())).toBeNull();
  for (let looks = 1; looks <= limit; looks++) {
    cpuMs += sample?.cpuMs ?? 0;
    const stall = judge.check(7, elapsedMs, times());
    if (stall !== null) return { looks, ...stall };
  }
  return null;
}

describe('judging whether an event loop stands', () => {
  it('it does after a second of CPU time in one turn', () => {
    expect(looksUntilStall({ cpuMs: CHECK_INTERVAL_MS, asleep: false }, 100)).toEqual({
      looks: 5,
      cause: 'busy',
      stalledMs: 1_000,
      cpuMs: 1_000,
    });
  });

  it('on a machine with twenty others at work, after as much CPU time, which takes longer', () => {
    // Two cores for twenty: a tenth of one.
    expect(looksUntilStall({ cpuMs: CHECK_INTERVAL_MS / 10, asleep: false }, 100)).toMatchObject({
      looks: 50,
      cause: 'busy',
    });
  });

  it('not for want of CPU time, however long', () => {
    expect(looksUntilStall({ cpuMs: 0, asleep: false }, 1_000)).toBeNull();
  });

  it('after five seconds of waiting for what is not an event', () => {
    expect(looksUntilStall({ cpuMs: 0, asleep: true }, 100)).toMatchObject({ looks: 25, cause: 'asleep' });
  });

  it('not because machine, container or process slept for an hour between two looks', () => {
    const judge = new StallJudge();
    const times = { cpuMs: 100, asleep: true, stopped: false };
    judge.check(1, CHECK_INTERVAL_MS, times);
    expect(judge.check(1, 3_600_000, times)).toBeNull();
    expect(judge.check(2, CHECK_INTERVAL_MS, times)).toBeNull();
  });

  it('by the clock alone where nothing else is known, and later then', () => {
    expect(looksUntilStall(null, 100)).toMatchObject({ looks: 50, cause: 'unknown', cpuMs: null });
  });

  it('anew with each sign of life', () => {
    const judge = new StallJudge();
    for (let turn = 0; turn < 100; turn++) {
      const times = { cpuMs: turn * 900, asleep: false, stopped: false };
      expect(judge.check(turn, 900, times)).toBeNull();
    }
  });
});
