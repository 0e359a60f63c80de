import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { EdgePools } from '../../io/shares/edge-pools.ts';
import { leakedListAt } from './leaked-list-at.ts';

const HASH = '21BD12DC183F740EE76F27B78EB39C8AD972A757';
const OTHER = `21BD1${'F'.repeat(35)}`;
const nobody = { client: null, site: null };
const folder = mkdtempSync(path.join(tmpdir(), 'ranges-'));
afterAll(() => rmSync(folder, { recursive: true }));

let faults: unknown[] = [];
beforeEach(() => {
  faults = [];
});
const listAt = (place: string) =>
  leakedListAt(place, new EdgePools().passwordLookups, (error) => faults.push(error));

it('a folder of ranges is read by the five digits', async () => {
  writeFileSync(path.join(folder, '21BD1.txt'), `${HASH.slice(5)}:12\r\n${OTHER.slice(5)}:0`);
  const list = listAt(folder);
  expect([await list.has(HASH, nobody), await list.has(OTHER, nobody)]).toEqual([true, false]);
  expect(faults).toEqual([]);
});

it.each([
  ['no such range', '', OTHER.replace('21BD1', '00000')],
  ['no list', 'hello', HASH],
  ['far too much', '0'.repeat(600_000), HASH],
])('nobody can tell by a folder with %s', async (_what, text, hash) => {
  writeFileSync(path.join(folder, '21BD1.txt'), text);
  expect(await listAt(folder).has(hash, nobody)).toBeNull();
  expect(faults).toHaveLength(1);
});

it('a file is searched, also one that comes later', async () => {
  const file = path.join(folder, 'all.txt');
  const list = listAt(file);
  expect(await list.has(HASH, nobody)).toBeNull();
  writeFileSync(file, `${HASH}:12\n`);
  expect(await list.has(HASH, nobody)).toBe(true);
});
