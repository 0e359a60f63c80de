import { readdir, readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { type TrustedKeys, verifySiteConfig } from '@palisade/edge-state';
import type { ConfigKeeper } from './config-keeper.ts';

const SUFFIX = '.site';
/** Files that are read, and taken over, together. */
const AT_ONCE = 64;

/**
 * Earlier versions kept each site in a file of its own. These are taken over into the store, and removed once they are in
 * it. Invalid ones are reported and left alone.
 */
export async function takeOverSiteFiles(
  folder: string,
  keys: TrustedKeys,
  keeper: ConfigKeeper,
  onFaulty: (error: Error) => void,
): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(SUFFIX));
  for (let at = 0; at < names.length; at += AT_ONCE) {
    const taken: string[] = [];
    await Promise.all(
      names.slice(at, at + AT_ONCE).map(async (name) => {
        const file = path.join(folder, name);
        try {
          const signed = await readFile(file);
          const { siteId, version } = verifySiteConfig(signed, keys);
          const known = keeper.versionOf(siteId);
          if (known === null || known < version) keeper.offer(siteId, signed);
          taken.push(file);
        } catch (cause) {
          onFaulty(new Error(`${name} on disk was refused`, { cause }));
        }
      }),
    );
    keeper.flush();
    if (keeper.unsavedCount > 0) return;
    await Promise.all(taken.map((file) => rm(file)));
  }
}
