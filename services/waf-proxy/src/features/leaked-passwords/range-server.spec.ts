import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { FairCounter } from '../../io/shares/fair-counter.ts';
import { POOLS } from '../../io/shares/pools.ts';
import { LookupRoom } from './lookup-room.ts';
import { RangeServer } from './range-server.ts';

const HASH = '21BD12DC183F740EE76F27B78EB39C8AD972A757';
const REST = HASH.slice(5);
const RANGE = `0018A45C4D1DEF81644B54AB7F969B88D65:1\r\n${REST.toLowerCase()}:52579\r\nFFFFF45C4D1DEF81644B54AB7F969B88D65:0\r\n`;
const padding = '21BD1FFFFF45C4D1DEF81644B54AB7F969B88D65';
const nobody = { client: null, site: null };

let answer: (request: IncomingMessage, response: ServerResponse) => void;
let asked: IncomingMessage[] = [];
let faults: unknown[] = [];
let now = 1;
const server = createServer((request, response) => {
  asked.push(request);
  answer(request, response);
});
let url = '';

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/range/`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  asked = [];
  faults = [];
  now = 1;
  answer = (_request, response) => response.setHeader('etag', '"v1"').end(RANGE);
});

const listOf = (room = 64) =>
  new RangeServer({
    url,
    lookups: new LookupRoom(new FairCounter(POOLS.password_lookups, room), null),
    onFault: (error) => faults.push(error),
    now: () => now,
    timeoutMs: 300,
  });

it('is asked for five digits and told nothing else, once for a day', async () => {
  const list = listOf();
  expect(await Promise.all([list.has(HASH, nobody), list.has(padding, nobody)])).toEqual([true, false]);
  expect(await list.has(`21BD1${'0'.repeat(35)}`, nobody)).toBe(false);
  expect(asked.map(({ url: target, method }) => [method, target])).toEqual([['GET', '/range/21BD1']]);
  expect(asked[0]!.rawHeaders.join('\n')).not.toContain(REST);
});

it('is asked anew by the tag of what is known, which serves on where nothing comes', async () => {
  const list = listOf();
  await list.has(HASH, nobody);
  now += 25 * 3_600_000;
  answer = ({ headers }, response) => {
    response.statusCode = headers['if-none-match'] === '"v1"' ? 304 : 500;
    response.end();
  };
  expect(await list.has(HASH, nobody)).toBe(true);
  now += 25 * 3_600_000;
  answer = (_request, response) => response.writeHead(500).end();
  expect(await list.has(HASH, nobody)).toBe(true);
  expect(faults).toHaveLength(1);
});

it.each<[string, (response: ServerResponse) => void]>([
  ['fails', (response) => response.writeHead(503).end()],
  ['leaves', (response) => response.destroy()],
  ['says nothing', () => undefined],
  ['answers a page', (response) => response.end('<html>Sign in to the network</html>')],
  ['leads elsewhere', (response) => response.writeHead(302, { location: '/elsewhere' }).end()],
  ['never ends', (response) => response.end('0'.repeat(600_000))],
])('tells nothing where the server %s', async (_what, as) => {
  answer = (_request, response) => as(response);
  expect(await listOf().has(HASH, nobody)).toBeNull();
  expect(faults).toHaveLength(1);
});

it('leaves a server alone that fails one time after the other, and comes back', async () => {
  const list = listOf();
  answer = (_request, response) => response.writeHead(503).end();
  for (let n = 0; n < 9; n++) expect(await list.has(HASH, nobody)).toBeNull();
  expect(asked).toHaveLength(5);
  now += 30_001;
  answer = (_request, response) => response.end(RANGE);
  expect(await list.has(HASH, nobody)).toBe(true);
});

it('asks no more at once than there is room for', async () => {
  const list = listOf(4);
  const holds: ServerResponse[] = [];
  answer = (_request, response) => holds.push(response);
  const client = { key: '192.0.2.1', family: 4, bits: 1n } as const;
  const answers = Promise.all(
    Array.from({ length: 50 }, (_, n) =>
      list.has(n.toString(16).toUpperCase().padEnd(40, '0'), { client, site: null }),
    ),
  );
  const known = await answers;
  expect(known.filter((answer) => answer === null)).toHaveLength(1);
  // Of one client, which has one under way; another one that gets no place has done nothing to deserve it.
  expect(known.filter((answer) => answer === 'busy')).toHaveLength(49);
  expect(asked.length).toBeLessThanOrEqual(4);
  expect(holds.length).toBe(asked.length);
});
