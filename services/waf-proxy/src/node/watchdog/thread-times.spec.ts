import { parseThreadStat, readMainThreadTimes } from './thread-times.ts';

const line = (state: string) =>
  `4711 (node) x) ${state} 1 4711 4711 0 -1 4194304 9 0 0 0 12 34 0 0 20 0 11 0 17 1 2 3`;

describe('what the system says of a thread', () => {
  it('is read behind a name that may hold anything', () => {
    expect(parseThreadStat(line('R'))).toEqual({ cpuMs: 460, asleep: false, stopped: false });
  });

  it.each([
    ['S', { asleep: true, stopped: false }],
    ['D', { asleep: true, stopped: false }],
    ['T', { asleep: false, stopped: true }],
    // A debugger holds it.
    ['t', { asleep: false, stopped: false }],
  ])('state %s', (state, expected) => {
    expect(parseThreadStat(line(state))).toMatchObject(expected);
  });

  it('is nothing for a process that is gone', () => {
    expect(readMainThreadTimes(2 ** 30)).toBeNull();
  });
});
