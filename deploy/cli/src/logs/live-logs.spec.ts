import { CommandError } from '@palisade/command-line';
import type { EventSourceMessage } from 'eventsource-parser/stream';
import { ApiRefusal } from '../base/api.ts';
import { liveLogs } from './live-logs.ts';

const eventOf = (id: string, ...requests: string[]): EventSourceMessage => ({
  id,
  event: 'logs',
  data: JSON.stringify({ logs: requests.map((request) => ({ request_id: request })), gap: false }),
});
const refusal = (status: number) =>
  new ApiRefusal({ status, code: 'refused', detail: 'This is no longer told.' });

/** Connections in a row: the events of each, and how it ends. */
function followed(...connections: (EventSourceMessage | Error)[][]) {
  const asked: (string | undefined)[] = [];
  const waits: number[] = [];
  const notes: string[] = [];
  const api = {
    async *events(_address: string, lastId: string | undefined) {
      asked.push(lastId);
      for (const one of connections.shift() ?? [refusal(401)]) {
        if (one instanceof Error) throw one;
        yield one;
      }
    },
  };
  const wait = (ms: number) => Promise.resolve(waits.push(ms));
  const events = liveLogs(api, { domain: 'site' }, { wait, note: (text) => notes.push(text) });
  return { asked, waits, notes, events };
}

async function all({ events }: ReturnType<typeof followed>) {
  const requests: string[] = [];
  const beginnings: boolean[] = [];
  const end = async () => {
    for await (const { logs, isBeginning } of events) {
      beginnings.push(isBeginning);
      requests.push(...logs.map(({ request_id: id }) => id));
    }
  };
  await expect(end()).rejects.toThrow('This is no longer told.');
  return { requests, beginnings };
}

it('continues after the last event when a connection ends', async () => {
  const run = followed([eventOf('1'), eventOf('2', 'a')], [eventOf('3', 'b')]);
  expect(await all(run)).toEqual({ requests: ['a', 'b'], beginnings: [true, false, false] });
  expect(run.asked).toEqual([undefined, '2', '3']);
  expect(run.notes).toEqual([]);
});

it('waits longer each time while the server does not answer, and says so', async () => {
  const away = new CommandError('api_away', 'It does not answer.', 'Is PALISADE_URL right?');
  const run = followed(
    [eventOf('1')],
    [away],
    [refusal(503)],
    [eventOf('2', 'a'), new TypeError('terminated')],
  );
  expect(await all(run)).toMatchObject({ requests: ['a'] });
  expect(run.waits).toEqual([1_000, 2_000, 4_000, 1_000]);
  expect(run.notes).toEqual([
    'It does not answer. It is tried again.',
    'This is no longer told. It is tried again.',
    'The connection broke off. It is tried again.',
  ]);
});

it('reports a failure before the first event at once', async () => {
  const run = followed([refusal(503)]);
  expect(await all(run)).toEqual({ requests: [], beginnings: [] });
  expect(run.waits).toEqual([]);
});
