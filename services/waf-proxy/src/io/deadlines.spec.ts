import { jest } from '@jest/globals';
import { Deadlines } from './deadlines.ts';

describe('deadlines', () => {
  let now: number;
  let deadlines: Deadlines;
  let fired: string[];

  beforeEach(() => {
    now = 1_000;
    fired = [];
    jest.useFakeTimers();
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    deadlines = new Deadlines();
  });
  afterEach(() => {
    deadlines.stop();
    jest.restoreAllMocks();
    jest.useRealTimers();
  });

  const watch = (name: string, deadline: number) =>
    deadlines.watch({ deadline, onDeadline: () => void fired.push(name) });

  function tickAfter(milliseconds: number): void {
    now += milliseconds;
    jest.advanceTimersToNextTimer();
  }

  it('are met at the next tick, once', () => {
    watch('soon', now + 150);
    tickAfter(100);
    expect(fired).toEqual([]);
    tickAfter(100);
    tickAfter(100);
    expect(fired).toEqual(['soon']);
  });

  it('are met a tick later after a pause, and every other tick where each is late', () => {
    watch('over', now + 150);
    tickAfter(3_000);
    expect(fired).toEqual([]);
    tickAfter(100);
    expect(fired).toEqual(['over']);
    watch('one', now + 150);
    tickAfter(3_000);
    tickAfter(3_000);
    expect(fired).toEqual(['over', 'one']);
  });
});
