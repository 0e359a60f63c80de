import type { LogEntry } from '../../shared/api/types.ts';
import { fakeLogEntry } from '../../testing/fake-log-entry.ts';
import { beginOf, withNews } from './live-logs.ts';

const NOW = Date.parse('2026-03-10T12:00:00.000Z');
const id = (n: number) => `0195a000-0000-7000-8000-${String(n).padStart(12, '0')}`;
/** Number n came n seconds after noon. */
const entry = (n: number) => fakeLogEntry(id(n), { timestamp: new Date(NOW + n * 1000).toISOString() });
const entries = (...numbers: number[]) => numbers.map(entry);
const numbers = (logs: readonly LogEntry[]) => logs.map((one) => Number(one.id.slice(-12)));
const page = (logs: LogEntry[], next: string | null = null) => ({ logs, next, searched_to: null });

describe('the newest page with what was told since', () => {
  it('has each entry once, the newest first, also what came late', () => {
    const { logs, next } = withNews(page(entries(5, 2)), { logs: entries(4, 5, 6), gap: false }, 10);
    expect(numbers(logs)).toEqual([6, 5, 4, 2]);
    expect(next).toBeNull();
  });

  it('ends where the older ones go on', () => {
    const before = page(entries(5, 4, 3), `${NOW + 3000}_${id(3)}`);
    const { logs, next } = withNews(before, { logs: entries(1, 6, 7), gap: false }, 3);
    expect(numbers(logs)).toEqual([7, 6, 5]);
    expect(next).toBe(`${NOW + 5000}_${id(5)}`);
  });

  it('is the same where nothing is new', () => {
    const before = page(entries(5, 4));
    expect(withNews(before, { logs: entries(4), gap: false }, 3)).toBe(before);
  });
});

describe('a stream begins', () => {
  it('a little before the newest entry, by the clock of the server', () => {
    expect(beginOf(entry(0), NOW + 60_000)).toMatch(new RegExp(`^${NOW - 5_000}_`));
  });

  it.each([
    ['of nothing', undefined],
    ['of long ago', entry(-3_600)],
  ])('a minute ago where the log is %s', (_, newest) => {
    expect(beginOf(newest, NOW)).toMatch(new RegExp(`^${NOW - 60_000}_`));
  });
});
