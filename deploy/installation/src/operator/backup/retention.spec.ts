import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepNewest } from './retention.ts';
import { FolderStore } from './store/folder-store.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'palisade-retention-'));
afterAll(() => rmSync(folder, { recursive: true }));

it('removes the oldest whole backups, and nothing else', async () => {
  const backups = ['20260103T000000000Z', '20260101T000000000Z', '20260102T000000000Z'].map(
    (time) => `palisade-${time}`,
  );
  for (const name of backups) {
    mkdirSync(path.join(folder, name));
    writeFileSync(path.join(folder, name, 'manifest.json'), '{}');
    writeFileSync(path.join(folder, name, 'secrets.json.sealed'), '');
  }
  const others = ['photos', 'palisade-20250101T000000000Z', '.palisade-20250101T000000000Z.partial'];
  for (const name of others) mkdirSync(path.join(folder, name));
  const store = new FolderStore(folder);
  expect(await keepNewest(store, 2, 'palisade-20260103T000000000Z')).toEqual([
    'palisade-20260101T000000000Z',
  ]);
  expect(readdirSync(folder).sort()).toEqual(
    [...others, ...backups.filter((name) => !name.includes('0101'))].sort(),
  );
  expect(await keepNewest(store, 5, 'palisade-20260103T000000000Z')).toEqual([]);
  // Another was written by a clock that ran ahead.
  expect(await keepNewest(store, 1, 'palisade-20260102T000000000Z')).toEqual([
    'palisade-20260103T000000000Z',
  ]);
  expect(readdirSync(folder)).toContain('palisade-20260102T000000000Z');
});
