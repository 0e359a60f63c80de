import { batchesOf, shareOf } from './feed-share.rules.ts';

const chunk = (site_no: number, rows: number, bytes = 100) => ({ site_no, rows, bytes });

it('reads all there is of sites with little traffic beside a busy one, of which it reads the newest', () => {
  const quiet = [chunk(2, 5), chunk(3, 7)];
  const busy = Array.from({ length: 10 }, () => chunk(1, 1_000));
  const { taken, leftOut } = shareOf([quiet[0]!, ...busy, quiet[1]!]);
  expect(taken).toEqual([quiet[0], busy[8], busy[9], quiet[1]]);
  expect(taken[1]).toBe(busy[8]);
  expect([...leftOut]).toEqual([1]);
});

it('reads nothing older than what it left out of a site', () => {
  const { taken, leftOut } = shareOf([chunk(1, 1), chunk(1, 1_000), chunk(1, 1_000), chunk(1, 1_000)]);
  expect(taken.map(({ rows }) => rows)).toEqual([1_000, 1_000]);
  expect([...leftOut]).toEqual([1]);
});

it('is bounded over all sites', () => {
  const { taken, leftOut } = shareOf(Array.from({ length: 40 }, (_, i) => chunk(i, 1_000)));
  expect(taken.map(({ site_no }) => site_no)).toEqual([34, 35, 36, 37, 38, 39]);
  expect(leftOut.size).toBe(34);
});

it('reads chunks by statements of bounded rows, bytes and chunks', () => {
  const sizes = (chunks: ReturnType<typeof chunk>[]) => [...batchesOf(chunks)].map(({ length }) => length);
  expect(sizes([])).toEqual([]);
  expect(sizes(Array.from({ length: 600 }, () => chunk(1, 1)))).toEqual([250, 250, 100]);
  expect(sizes(Array.from({ length: 5 }, () => chunk(1, 400)))).toEqual([2, 2, 1]);
  expect(sizes(Array.from({ length: 3 }, () => chunk(1, 1, 3 * 1024 * 1024)))).toEqual([1, 1, 1]);
});
