import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';

const PARTIAL = '.partial';
export class FolderStore {
  place;
  constructor(folder) {
    this.place = path.resolve(folder);
  }
  async list(prefix, withPartial = false) {
    const folders = prefix.includes('/')
      ? [path.posix.dirname(`${prefix}_`)]
      : (await this.entries('.'))
          .filter((entry) => entry.isDirectory() && entry.name.startsWith(prefix))
          .map(({ name }) => name);
    const names = await Promise.all(
      folders.map(async (folder) =>
        (await this.entries(folder)).filter((entry) => entry.isFile()).map(({ name }) => `${folder}/${name}`),
      ),
    );
    return names
      .flat()
      .filter((name) => name.startsWith(prefix) && (withPartial || !name.endsWith(PARTIAL)))
      .sort();
  }
  async write(name, source) {
    const file = path.join(this.place, name);
    const partial = `${file}${PARTIAL}`;
    await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
    try {
      await pipeline(source, createWriteStream(partial, { mode: 0o600, flush: true }));
      await rename(partial, file);
      await synced(path.dirname(file));
    } catch (error) {
      await rm(partial, { force: true });
      throw error;
    }
  }
  async read(name) {
    try {
      return (await open(path.join(this.place, name))).createReadStream();
    } catch (error) {
      return nullWhereMissing(error);
    }
  }
  async remove(names) {
    for (const name of names) await rm(path.join(this.place, name), { force: true });
    for (const folder of new Set(names.map((name) => path.dirname(name)))) {
      await rmdir(path.join(this.place, folder)).catch((error) => {
        // Something of somebody else's lies in it, or it was never made.
        if (error.code !== 'ENOTEMPTY' && error.code !== 'ENOENT') throw error;
      });
    }
  }
  async entries(folder) {
    try {
      return await readdir(path.join(this.place, folder), { withFileTypes: true });
    } catch (error) {
      return nullWhereMissing(error) ?? [];
    }
  }
}
function nullWhereMissing(error) {
  if (error.code === 'ENOENT') return null;
  throw error;
}
async function synced(folder) {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
