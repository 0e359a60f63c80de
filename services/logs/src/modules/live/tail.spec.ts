import { NO_FILTER } from '../log-store/log-filter.types.ts';
import type { LogRow } from '../log-store/log-row.types.ts';
import { Tail } from './tail.ts';

const row = (id: string, atMs: number, method = 'GET') =>
  ({ request_id: id, received_at: new Date(atMs), method }) as LogRow;
const idsOf = (rows: readonly LogRow[]) => rows.map(({ request_id }) => request_id);

it('keeps what fits, the newest of more than it may, and says that there were others', () => {
  const tail = new Tail({ ...NO_FILTER, method: { value: 'GET', not: false } }, null, 2);
  for (const one of [row('a', 1), row('b', 3), row('other', 4, 'POST'), row('c', 2)]) tail.offer(one);
  const { rows, hasGap } = tail.take();
  expect({ ids: idsOf(rows), hasGap }).toEqual({ ids: ['b', 'c'], hasGap: true });
  expect(tail.take()).toEqual({ rows: [], hasGap: false });
});

it('is waited for until something comes, for a while, or until the reader goes', async () => {
  const tail = new Tail(NO_FILTER, null, 2);
  const gone = new AbortController();
  const waiting = tail.news(60_000, gone.signal);
  tail.offer(row('a', 1));
  await waiting;
  tail.take();
  await tail.news(5, gone.signal);
  const left = tail.news(60_000, gone.signal);
  gone.abort();
  await left;
  expect(tail.take().rows).toEqual([]);
});
