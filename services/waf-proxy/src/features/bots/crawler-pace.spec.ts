import { CrawlerPace } from './crawler-pace.ts';

it('lets a few through at once, then one in two seconds, each name by itself', () => {
  const pace = new CrawlerPace();
  const ask = (nowMs: number, name = 'ahrefs') => pace.secondsToWait('site', name, nowMs);
  expect(Array.from({ length: 10 }, () => ask(0))).toEqual(Array.from({ length: 10 }, () => 0));
  expect(ask(0)).toBe(2);
  expect(ask(1_500)).toBe(1);
  expect(ask(0, 'semrush')).toBe(0);
  expect(ask(2_000)).toBe(0);
  expect(ask(2_000)).toBe(2);
});
