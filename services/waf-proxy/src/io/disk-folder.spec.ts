import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DiskFolder } from './disk-folder.ts';

describe('a folder of a worker', () => {
  const around = mkdtempSync(path.join(tmpdir(), 'disk-folder-'));
  const folder = path.join(around, 'bodies');
  afterAll(() => rmSync(around, { recursive: true, force: true }));

  it('is gone once it is removed, with what is just being made in it, and takes nothing more', async () => {
    for (let round = 0; round < 50; round++) {
      const disk = new DiskFolder(folder);
      const making = Array.from({ length: 8 }, () => disk.create());
      await disk.remove();
      expect(existsSync(folder)).toBe(false);
      for (const file of await Promise.all(making)) await file.release();
      await expect(disk.create()).rejects.toThrow('removed');
    }
  });
});
