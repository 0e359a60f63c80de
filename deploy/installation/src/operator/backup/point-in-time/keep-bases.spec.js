import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { basesIn, endOf, wholeChains } from '../bases.ts';
import { FORMAT } from '../manifest.ts';
import { FolderStore } from '../store/folder-store.ts';
import { keepNewestBases } from './keep-bases.ts';
import { WalArchive } from './wal-archive.ts';

const PASSPHRASE = 'a long walk by the sea';
const SERVER = { system: '1', segmentBytes: 16 * 2 ** 20 };
const folders = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true });
});
const nameOf = (day) => `base-202601${String(day).padStart(2, '0')}T000000000Z`;
/** By the day in its name: on which day it adds to, null for a full one. */
function placeWith(bases) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-bases-'));
  folders.push(folder);
  for (const [day, parent] of Object.entries(bases)) {
    const name = nameOf(Number(day));
    const base = {
      parent: parent === null ? null : nameOf(parent),
      endedAt: new Date(Date.UTC(2026, 0, Number(day), 1)).toISOString(),
      startSegment: `00000001000000000000000${day}`,
      segmentBytes: SERVER.segmentBytes,
    };
    const manifest = { format: FORMAT, keys: { salt: '' }, check: '', files: [], base };
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'manifest.json'), JSON.stringify({ manifest, seal: '' }));
  }
  const names = () =>
    readdirSync(folder)
      .filter((name) => name.startsWith('base-'))
      .sort();
  return { store: new FolderStore(folder), names };
}
const keep = async (store, count, written) =>
  await keepNewestBases(
    store,
    await WalArchive.openOrBegin(store, PASSPHRASE, SERVER),
    count,
    nameOf(written),
  );
describe('base backups that are kept', () => {
  it('are the newest full ones and what adds to them', async () => {
    const { store, names } = placeWith({ 1: null, 2: 1, 3: null, 4: 3 });
    expect(await keep(store, 1, 4)).toEqual([nameOf(1), nameOf(2)]);
    expect(names()).toEqual([nameOf(3), nameOf(4)]);
  });
  it('are never without the one that was just written, nor without what that adds to', async () => {
    // The third was written while the second was being made, by a clock that was right.
    const { store, names } = placeWith({ 1: null, 2: null, 3: 1 });
    expect(await keep(store, 1, 3)).toEqual([nameOf(2)]);
    expect(names()).toEqual([nameOf(1), nameOf(3)]);
  });
  it('leave no addition behind whose full one goes, also where it is newer than one that stays', async () => {
    const { store, names } = placeWith({ 1: null, 2: null, 3: 1 });
    expect(await keep(store, 1, 2)).toEqual([nameOf(1), nameOf(3)]);
    expect(names()).toEqual([nameOf(2)]);
  });
  it('are restored from the newest that lacks nothing', async () => {
    const { store } = placeWith({ 2: null, 3: 1 });
    const chains = wholeChains(await basesIn(store));
    expect(chains.map((chain) => chain.map(({ name }) => name))).toEqual([[nameOf(2)]]);
    expect(endOf(chains[0])).toBe(Date.UTC(2026, 0, 2, 1));
  });
  it('are not counted where one cannot be read just now', async () => {
    const { store } = placeWith({ 1: null, 2: 1 });
    const away = Object.assign(Object.create(store), {
      read: () => Promise.reject(Object.assign(new Error('away'), { code: 'destination_failed' })),
    });
    await expect(basesIn(away)).rejects.toThrow('away');
  });
});
