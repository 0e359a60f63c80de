import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { edgeV1 } from '@palisade/contracts';
import {
  generateEdgeKeys,
  readTrustedKeys,
  sampleSite,
  signSiteConfig,
  verifySiteConfig,
} from '@palisade/edge-state';
import fc from 'fast-check';
import { compileSite } from '../../pipeline/compiled-site.ts';
import { recordOf } from '../../test-support/sites-on-disk.ts';
import { hostsOnDisk } from '../sites/signed-document.ts';
import { SiteStore } from '../sites/site-store.ts';
import { StoredSites } from './stored-sites.ts';

const { signing } = generateEdgeKeys();
const trusted = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const folders: string[] = [];
const stores: SiteStore[] = [];
afterAll(() => {
  for (const store of stores) store.close();
  for (const folder of folders) rmSync(folder, { recursive: true });
});

function newStore(): SiteStore {
  const folder = mkdtempSync(path.join(tmpdir(), 'palisade-stored-'));
  folders.push(folder);
  const store = SiteStore.open(folder, (error) => {
    throw error;
  });
  stores.push(store);
  return store;
}

function sitesOn(store: SiteStore, maxSites: number, maxBytes = Number.POSITIVE_INFINITY) {
  const compiled: string[] = [];
  const refused: string[] = [];
  const sites = new StoredSites({
    store,
    maxSites,
    maxBytes,
    compile: (siteId, signed) => {
      compiled.push(siteId);
      const config = verifySiteConfig(signed, trusted);
      if (config.ownerId === 'refused') throw new Error('it does not compile');
      return compileSite(config, null);
    },
    onRefused: (siteId) => refused.push(siteId),
    onUnreadable: (error) => {
      throw error;
    },
  });
  const put = (config: edgeV1.SiteConfig) => {
    const signed = signSiteConfig(config, signing.privateKey, signing.keyId);
    store.put([recordOf(config, signed, signing.keyId)], hostsOnDisk);
  };
  const change = (config: edgeV1.SiteConfig) => {
    put(config);
    sites.changed(config.siteId, config.removed ? [] : config.hosts);
  };
  return { sites, compiled, refused, put, change };
}

const named = (siteId: string, version = 1n, more: Parameters<typeof sampleSite>[0] = {}) =>
  sampleSite({ siteId, version, hosts: [`${siteId}.example`], ...more });

it('finds what a plain map of all documents finds, whatever changes, moves, is removed, evicted and asked for', () => {
  const HOSTS = ['a.example', 'b.example', 'c.example', 'd.example', 'e.example'];
  const IDS = ['s1', 's2', 's3', 's4', 's5', 's6'];
  const step = fc.oneof(
    fc.record({
      siteId: fc.constantFrom(...IDS),
      hosts: fc.subarray(HOSTS, { minLength: 1 }),
      issuedAtMs: fc.bigInt({ min: 1n, max: 4n }),
      removed: fc.boolean(),
    }),
    fc.constantFrom(...HOSTS, 'unknown.example'),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), fc.integer({ min: 1, max: 4 }), (steps, maxSites) => {
      const store = newStore();
      const { sites, change } = sitesOn(store, maxSites);
      const oracle = new Map<string, { hosts: string[]; issuedAtMs: bigint; version: bigint }>();
      let version = 0n;
      for (const one of steps) {
        if (typeof one !== 'string') {
          const { siteId, hosts, issuedAtMs, removed } = one;
          version += 1n;
          change(sampleSite({ siteId, hosts, issuedAtMs, removed, version }));
          if (removed) oracle.delete(siteId);
          else oracle.set(siteId, { hosts, issuedAtMs, version });
          continue;
        }
        const [wins] = [...oracle]
          .filter(([, { hosts }]) => hosts.includes(one))
          .sort(([idA, a], [idB, b]) => Number(b.issuedAtMs - a.issuedAtMs) || (idA < idB ? 1 : -1));
        const found = sites.find(one);
        expect([found?.siteId, found?.version]).toEqual([wins?.[0], wins?.[1].version]);
        expect(sites.compiledCount).toBeLessThanOrEqual(maxSites);
      }
    }),
    { numRuns: 60 },
  );
}, 60_000);

it('loads a site once for all of its hosts and requests, and again when it was evicted', () => {
  const { sites, compiled, put } = sitesOn(newStore(), 2);
  put(named('a', 1n, { hosts: ['a.example', 'www.a.example'] }));
  for (const id of ['b', 'c']) put(named(id));
  for (const host of ['a.example', 'www.a.example', 'a.example']) expect(sites.find(host)?.siteId).toBe('a');
  expect(compiled).toEqual(['a']);
  for (const id of ['b', 'c', 'a']) expect(sites.find(`${id}.example`)?.siteId).toBe(id);
  expect(sites.compiledCount).toBe(2);
});

it('keeps its bound where the only other site is in use', () => {
  const { sites, put } = sitesOn(newStore(), 1);
  for (const id of ['a', 'b']) put(named(id));
  for (const host of ['a.example', 'a.example', 'b.example']) sites.find(host);
  expect(sites.compiledCount).toBe(1);
});

it('keeps what is in use while somebody names every host there is once', () => {
  const { sites, compiled, put } = sitesOn(newStore(), 20);
  const hot = Array.from({ length: 10 }, (_, index) => `hot-${index}`);
  for (const id of hot) put(named(id));
  for (let index = 0; index < 200; index++) put(named(`cold-${index}`));
  for (let round = 0; round < 2; round++) for (const id of hot) sites.find(`${id}.example`);
  for (let index = 0; index < 200; index++) {
    sites.find(`cold-${index}.example`);
    // A hundredth of the requests are for sites in use.
    if (index % 100 === 99) for (const id of hot) sites.find(`${id}.example`);
  }
  for (const id of hot) expect([id, compiled.filter((one) => one === id).length]).toEqual([id, 1]);
});

it('is bounded by the bytes of documents, too', () => {
  const store = newStore();
  const { sites, put } = sitesOn(store, 100, 4_000);
  for (let index = 0; index < 30; index++) put(named(`s-${index}`));
  const size = store.documentOf('s-0')!.length;
  for (let index = 0; index < 30; index++) sites.find(`s-${index}.example`);
  expect(sites.compiledCount).toBeLessThanOrEqual(Math.ceil(4_000 / size));
  expect(sites.find('s-3.example')?.siteId).toBe('s-3');
});

it('does not try a refused document again before there is another one', () => {
  const { sites, compiled, refused, put, change } = sitesOn(newStore(), 5);
  put(named('bad', 1n, { ownerId: 'refused' }));
  for (let asked = 0; asked < 5; asked++) expect(sites.find('bad.example')).toBeUndefined();
  expect([compiled, refused]).toEqual([['bad'], ['bad']]);
  change(named('bad', 2n));
  expect(sites.find('bad.example')?.version).toBe(2n);
});

it('goes on with the former document while a new one is refused, and does not evict that', () => {
  const { sites, put, change } = sitesOn(newStore(), 2);
  put(named('a'));
  for (const id of ['b', 'c', 'd']) put(named(id));
  expect(sites.find('a.example')?.version).toBe(1n);
  change(named('a', 2n, { ownerId: 'refused' }));
  for (const id of ['b', 'c', 'd', 'b', 'c', 'd']) expect(sites.find(`${id}.example`)?.siteId).toBe(id);
  expect(sites.find('a.example')?.version).toBe(1n);
  change(named('a', 3n));
  expect(sites.find('a.example')?.version).toBe(3n);
});

it('does not go by the index where the document says otherwise', () => {
  const store = newStore();
  const { sites } = sitesOn(store, 5);
  const config = named('a');
  const signed = signSiteConfig(config, signing.privateKey, signing.keyId);
  store.put(
    [{ ...recordOf(config, signed, signing.keyId), hosts: ['a.example', 'other.example'] }],
    hostsOnDisk,
  );
  expect(sites.find('other.example')).toBeUndefined();
  expect(sites.find('a.example')?.siteId).toBe('a');
});
