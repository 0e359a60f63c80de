import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { keepNewest, removeUnfinished } from './retention.ts';
import { FolderStore } from './store/folder-store.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palisade-retention-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/**
 * @param day of January 2026 @param system of the server @param database of that server; undefined: written by a
 * version without it
 */
function backupOf(day: number, system?: string, database: string | undefined = system && 'palisade'): string {
  const name = `palisade-202601${String(day).padStart(2, '0')}T000000000Z`;
  const manifest = {
    format: 1,
    keys: { salt: '' },
    check: '',
    files: [],
    system,
    ...(database && { database }),
  };
  mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, name, 'manifest.json'), JSON.stringify({ manifest, seal: '' }));
  writeFileSync(path.join(folder, name, 'secrets.json.sealed'), '');
  return name;
}

describe('keeping the newest backups', () => {
  it('removes the oldest whole ones, and nothing else', async () => {
    const [third, first, second] = [3, 1, 2].map((day) => backupOf(day, 'ours'));
    const others = ['photos', 'palisade-20250101T000000000Z', '.palisade-20250101T000000000Z.partial'];
    for (const name of others) mkdirSync(path.join(folder, name));
    const store = new FolderStore(folder);
    expect(await keepNewest(store, 2, third!)).toEqual({ removed: [first], ofOthers: 0 });
    expect(readdirSync(folder).sort()).toEqual([...others, second, third].sort());
    expect(await keepNewest(store, 5, third!)).toEqual({ removed: [], ofOthers: 0 });
    // Another was written by a clock that ran ahead.
    expect(await keepNewest(store, 1, second!)).toEqual({ removed: [third], ofOthers: 0 });
    expect(readdirSync(folder)).toContain(second);
  });

  it('leaves alone what other servers have written, and what nobody knows whose it is beside them', async () => {
    const unknown = backupOf(1);
    const theirs = [backupOf(2, 'theirs'), backupOf(4, 'theirs')];
    const ours = [backupOf(3, 'ours'), backupOf(5, 'ours'), backupOf(6, 'ours')];
    const store = new FolderStore(folder);
    expect(await keepNewest(store, 2, ours[2]!)).toEqual({ removed: [ours[0]], ofOthers: 3 });
    expect(readdirSync(folder).sort()).toEqual([unknown, ...theirs, ours[1], ours[2]].sort());
  });

  it('leaves alone what another database of the same server has written', async () => {
    const theirs = [backupOf(1, 'one server', 'shop_b'), backupOf(2, 'one server', 'shop_b')];
    const ours = [3, 4, 5].map((day) => backupOf(day, 'one server', 'shop_a'));
    // Of a version that stored the server only.
    const unknown = backupOf(6, 'one server', '');
    const store = new FolderStore(folder);
    expect(await keepNewest(store, 2, ours[2]!)).toEqual({ removed: [ours[0]], ofOthers: 3 });
    expect(readdirSync(folder).sort()).toEqual([...theirs, ours[1], ours[2], unknown]);
  });

  it('takes those that do not say whose they are for its own where nobody else writes', async () => {
    const [first, second, third] = [backupOf(1), backupOf(2), backupOf(3, 'ours')];
    expect(await keepNewest(new FolderStore(folder), 2, third)).toEqual({ removed: [first], ofOthers: 0 });
    expect(readdirSync(folder).sort()).toEqual([second, third]);
  });
});

describe('what killed backups leave behind', () => {
  it('is removed a week after they began, and nothing that is whole, young, or of somebody else', async () => {
    const whole = backupOf(1, 'ours');
    const piece = '000000010000000000000001.20260102T000000000Z.0123456789abcdef.sealed';
    const half = `${piece}.partial`;
    const files = {
      'palisade-20260102T000000000Z': ['secrets.json.sealed', 'database.dump.sealed.partial'],
      'base-20260102T000000000Z': ['base.tar.gz.sealed.partial'],
      'palisade-20260105T000000000Z': ['database.dump.sealed.partial'],
      'palisade-photos': ['beach.jpg'],
      wal: [half, '000000010000000000000002.20260105T000000000Z.0123456789abcdef.sealed.partial', piece],
    };
    for (const [name, parts] of Object.entries(files)) {
      mkdirSync(path.join(folder, name));
      for (const part of parts) writeFileSync(path.join(folder, name, part), '');
    }
    const store = new FolderStore(folder);
    expect(await removeUnfinished(store, new Date('2026-01-08T12:00:00Z'))).toEqual([]);
    expect(await removeUnfinished(store, new Date('2026-01-09T12:00:00Z'))).toEqual([
      'palisade-20260102T000000000Z',
      'base-20260102T000000000Z',
      `wal/${half}`,
    ]);
    expect(readdirSync(folder).sort()).toEqual([
      whole,
      'palisade-20260105T000000000Z',
      'palisade-photos',
      'wal',
    ]);
    expect(readdirSync(path.join(folder, 'wal'))).toHaveLength(2);
  });
});
