import { eligibleServers, REST_MINUTES, readyServers, totalPerSecond } from './server.rules.ts';

const now = new Date('2026-11-22T10:00:00Z');
const server = (id: number, facts: object = {}) => ({
  id,
  is_active: true,
  is_default: false,
  resting_until: null as Date | null,
  max_per_second: null as number | null,
  ...facts,
});
const ids = (servers: readonly { id: number }[]) => servers.map(({ id }) => id);

describe('which SMTP servers take a mail', () => {
  const [first, second, off] = [server(1), server(2), server(3, { is_active: false })];

  it('are the active ones while none is a default', () => {
    expect(ids(eligibleServers([first, second, off], null))).toEqual([1, 2]);
  });

  it('are the default ones where there are any', () => {
    expect(ids(eligibleServers([first, server(4, { is_default: true })], null))).toEqual([4]);
  });

  it('is the chosen one alone, and none if it is switched off', () => {
    expect(ids(eligibleServers([first, second], 2))).toEqual([2]);
    expect(eligibleServers([first, off], 3)).toEqual([]);
  });

  it('is none that rests, and no other in the place of a chosen one that rests', () => {
    const resting = server(5, { resting_until: new Date(now.getTime() + 1) });
    expect(ids(readyServers([first, resting], null, now))).toEqual([1]);
    expect(readyServers([first, resting], 5, now)).toEqual([]);
    expect(ids(readyServers([server(6, { resting_until: now })], 6, now))).toEqual([6]);
  });

  it('take together what each takes, and any number where one has no limit', () => {
    expect(totalPerSecond([])).toBe(0);
    expect(totalPerSecond([server(1, { max_per_second: 5 }), server(2, { max_per_second: 7 })])).toBe(12);
    expect(totalPerSecond([server(1, { max_per_second: 5 }), first])).toBe(Number.POSITIVE_INFINITY);
  });
});

it('a server that failed rests for twice as long each time, half an hour at most', () => {
  expect(REST_MINUTES[0]).toBe(1);
  for (const [index, rest] of REST_MINUTES.slice(1).entries()) {
    expect(rest).toBe(Math.min(30, 2 * (REST_MINUTES[index] ?? 0)));
  }
  expect(REST_MINUTES.at(-1)).toBe(30);
});
