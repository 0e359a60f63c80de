import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { generateEdgeKeys, readTrustedKeys, sampleSite } from '@palisade/edge-state';
import { storeSites } from '../../test-support/sites-on-disk.ts';
import { compileManagedRules } from '../rules/managed-rule-set.ts';
import { ConfigKeeper } from './config-keeper.ts';
import { configFolder } from './data-folders.ts';
import { SiteStore } from './site-store.ts';
import { Sqlite } from './sqlite.ts';

const SITES = 2_000;
const LIST = '0198f1f0-0000-7000-8000-00000000000a';
const keys = generateEdgeKeys();
const trusted = readTrustedKeys({ [keys.signing.keyId]: keys.signing.publicKey });
const ruleSet = compileManagedRules('naive');
const hostOf = (index: number) => `shop-${index}.example`;
let dataDir: string;
let file: string;
let opened: SiteStore[];

beforeEach(async () => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'palisade-index-'));
  file = path.join(configFolder(dataDir), 'sites.db');
  opened = [];
  const configs = Array.from({ length: SITES }, (_, index) => {
    const config = sampleSite({ siteId: `site-${index}`, hosts: [hostOf(index)] });
    if (index === 7) config.policy!.blockedLists = [LIST];
    return config;
  });
  await storeSites(dataDir, keys, configs);
});
afterEach(() => {
  for (const store of opened) store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** Overwrites the pages on which tables have these texts. */
function damage(texts: Readonly<Record<string, string>>): void {
  const database = new Sqlite(file);
  const pageSize = Number(database.prepare('PRAGMA page_size').get()!.page_size);
  const pages = database.prepare('SELECT name, pageno FROM dbstat').all();
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const bytes = readFileSync(file);
  for (const [table, text] of Object.entries(texts)) {
    const begins = pages
      .filter(({ name }) => name === table)
      .map(({ pageno }) => (Number(pageno) - 1) * pageSize)
      .filter((at) => bytes.subarray(at, at + pageSize).includes(text));
    expect(begins).not.toEqual([]);
    bytes.fill(0xa5, begins[0]!, begins[0]! + pageSize);
  }
  writeFileSync(file, bytes);
}

function open() {
  const store = SiteStore.open(configFolder(dataDir), (error) => {
    throw error;
  });
  opened.push(store);
  const keeper = new ConfigKeeper(trusted, store, ruleSet, {
    onAccepted: () => undefined,
    onUnsaved: () => undefined,
    onRefused: (_siteId, _code, detail) => {
      throw new Error(detail);
    },
  });
  keeper.load();
  return { store, keeper };
}
const found = (store: SiteStore) =>
  Array.from({ length: SITES }, (_, index) => store.sitesOfHost(hostOf(index))[0]);
const all = Array.from({ length: SITES }, (_, index) => `site-${index}`);

describe('where sites on disk are found by', () => {
  it('is left as it is where it is in order', () => {
    const { keeper, store } = open();
    expect(keeper.mendIndex()).toBeNull();
    expect(found(store)).toEqual(all);
  });

  it('is rebuilt from their documents where it is damaged, without Redis', () => {
    damage({ hosts: hostOf(1_234) });
    const { keeper, store } = open();
    expect(() => store.sitesOfHost(hostOf(1_234))).toThrow(/malformed/);
    expect(keeper.mendIndex()).toBeInstanceOf(Error);
    expect(found(store)).toEqual(all);
    expect(store.lists()).toEqual([LIST]);
    expect(keeper.mendIndex()).toBeNull();
    store.close();
    // For good.
    expect(open().keeper.mendIndex()).toBeNull();
  });

  it('is rebuilt under processes that read it', () => {
    damage({ hosts: hostOf(1_234) });
    const { keeper } = open();
    const reader = SiteStore.openToRead(configFolder(dataDir))!;
    opened.push(reader);
    expect(() => reader.sitesOfHost(hostOf(1_234))).toThrow(/malformed/);
    keeper.mendIndex();
    expect(found(reader)).toEqual(all);
  });

  it('has the sites whose documents are damaged too fetched again', () => {
    damage({ hosts: hostOf(1_234), documents: hostOf(1_500) });
    const { keeper, store } = open();
    expect(keeper.mendIndex()).toBeInstanceOf(Error);
    const lost = all.filter((siteId) => keeper.versionOf(siteId) === null);
    expect(lost).toContain('site-1500');
    expect(found(store).map((siteId) => siteId ?? 'lost')).toEqual(
      all.map((siteId) => (lost.includes(siteId) ? 'lost' : siteId)),
    );
  });

  it('is no place for a store whose own table is damaged: it is filled anew', () => {
    damage({ sites: 'site-1234' });
    const faults: Error[] = [];
    const store = SiteStore.open(configFolder(dataDir), (error) => faults.push(error));
    opened.push(store);
    expect([faults.length, store.count()]).toEqual([1, 0]);
  });
});
