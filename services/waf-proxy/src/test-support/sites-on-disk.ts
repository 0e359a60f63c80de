import { mkdir } from 'node:fs/promises';
import type { edgeV1 } from '@palisade/contracts';
import { type EdgeKeys, signSiteConfig } from '@palisade/edge-state';
import { configFolder } from '../node/sites/data-folders.ts';
import { hostsOnDisk } from '../node/sites/signed-document.ts';
import { type SiteRecord, SiteStore } from '../node/sites/site-store.ts';

const AT_ONCE = 1_000;

/** Where a node finds its sites when it starts, as if it had had them from Redis. None of them asks lists. */
export async function storeSites(
  dataDir: string,
  { signing }: Pick<EdgeKeys, 'signing'>,
  configs: Iterable<edgeV1.SiteConfig>,
): Promise<void> {
  const folder = configFolder(dataDir);
  await mkdir(folder, { recursive: true });
  const store = SiteStore.open(folder, (error) => {
    throw error;
  });
  let some: SiteRecord[] = [];
  for (const config of configs) {
    some.push(recordOf(config, signSiteConfig(config, signing.privateKey, signing.keyId), signing.keyId));
    if (some.length < AT_ONCE) continue;
    store.put(some, hostsOnDisk);
    some = [];
  }
  store.put(some, hostsOnDisk);
  store.close();
}

export const recordOf = (config: edgeV1.SiteConfig, signed: Uint8Array, keyId: string): SiteRecord => ({
  siteId: config.siteId,
  version: config.version,
  issuedAtMs: config.issuedAtMs,
  receivedAtMs: Date.now(),
  keyId,
  removed: config.removed,
  watched: false,
  hosts: config.removed ? [] : config.hosts,
  lists: [],
  signed,
});
