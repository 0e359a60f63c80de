import { existsSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { EDGE_KEYS, type EdgeKeys, generateEdgeKeys } from '@palisade/edge-state';
import { freePort } from '@palisade/testing';
import type { Redis } from 'ioredis';
import { configFolder } from '../../node/sites/data-folders.ts';
import { type SiteRecord, SiteStore } from '../../node/sites/site-store.ts';
import { signedSites } from './signed-sites.ts';
import { siteIdOf } from './sites.ts';

const AT_ONCE = 1_000;

export interface PreparedSites {
  keys: EdgeKeys;
  /** Of all sites, on loopback. */
  originPort: number;
  dataDir: string;
}

/** A node's data folder with so many sites on disk, and the keys that they are signed with; made once, if it is kept. */
export async function preparedSites(folder: string, sites: number): Promise<PreparedSites> {
  const dataDir = path.join(folder, `${sites}-sites`);
  const factsFile = path.join(folder, `${sites}-sites.json`);
  if (existsSync(factsFile)) {
    const facts = JSON.parse(await readFile(factsFile, 'utf8')) as Omit<PreparedSites, 'dataDir'>;
    return { ...facts, dataDir };
  }
  const keys = generateEdgeKeys();
  const originPort = await freePort();
  const { keyId } = keys.signing;
  await mkdir(configFolder(dataDir), { recursive: true });
  const store = SiteStore.open(configFolder(dataDir), (error) => {
    throw error;
  });
  const facts = { version: 1n, keyId, removed: false, watched: false, lists: [] };
  const now = Date.now();
  let some: SiteRecord[] = [];
  for (const site of signedSites(sites, keys, originPort)) {
    some.push({ ...site, ...facts, issuedAtMs: BigInt(now), receivedAtMs: now });
    if (some.length < AT_ONCE) continue;
    store.put(some, () => []);
    some = [];
  }
  store.put(some, () => []);
  store.close();
  await writeFile(factsFile, JSON.stringify({ keys, originPort }));
  return { keys, originPort, dataDir };
}

/** Redis as after the publication of all these sites; their documents only where a node has to fetch them. */
export async function fillRedis(redis: Redis, sites: number, documents: PreparedSites | null): Promise<void> {
  for (let first = 0; first < sites; first += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, sites - first) }, (_, at) => siteIdOf(first + at));
    await redis.hset(EDGE_KEYS.configVersions, ...some.flatMap((siteId) => [siteId, '1']));
  }
  await redis.set(EDGE_KEYS.configSequence, String(sites));
  if (documents === null) return;
  let fields: (string | Buffer)[] = [];
  for (const { siteId, signed } of signedSites(sites, documents.keys, documents.originPort)) {
    fields.push(siteId, Buffer.from(signed));
    if (fields.length < AT_ONCE) continue;
    await redis.hset(EDGE_KEYS.configs, ...fields);
    fields = [];
  }
  if (fields.length > 0) await redis.hset(EDGE_KEYS.configs, ...fields);
}
