import { createPrivateKey, sign } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { create, toBinary } from '@bufbuild/protobuf';
import { edgeV1 } from '@palisade/contracts';
import { generateEdgeKeys, readTrustedKeys, sampleSite } from '@palisade/edge-state';
import { compileManagedRules } from '../rules/managed-rule-set.ts';
import { ConfigKeeper, type ConfigKeeperEvents } from './config-keeper.ts';
import { takeOverSiteFiles } from './site-files.ts';
import { SiteStore } from './site-store.ts';
import { Sqlite } from './sqlite.ts';

const { signing } = generateEdgeKeys();
const trusted = readTrustedKeys({ [signing.keyId]: signing.publicKey });
const folders: string[] = [];
const stores: SiteStore[] = [];
const ruleSet = compileManagedRules('naive');
afterAll(() => {
  for (const store of stores) store.close();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** From a future version of the contract. */
const UNKNOWN = 99 as edgeV1.ConditionOperator;

const signed = (version: bigint, change: (policy: edgeV1.Policy) => void) => {
  const config = sampleSite({ version });
  change(config.policy!);
  return signAnyway(config);
};

/** As a control plane signs whose contract is newer: this one's would not. */
function signAnyway(config: edgeV1.SiteConfig): Uint8Array {
  const payload = toBinary(edgeV1.SiteConfigSchema, config);
  const key = createPrivateKey({
    key: Buffer.from(signing.privateKey, 'base64'),
    format: 'der',
    type: 'pkcs8',
  });
  const signature = sign(null, payload, key);
  return toBinary(
    edgeV1.SignedSiteConfigSchema,
    create(edgeV1.SignedSiteConfigSchema, { payload, signature, keyId: signing.keyId }),
  );
}

it.each<[string, string, (policy: edgeV1.Policy) => void]>([
  [
    'a custom rule with a broken pattern',
    'site_config_custom_rule',
    (policy) => {
      policy.customRules = [
        create(edgeV1.CustomRuleSchema, {
          id: 'r',
          name: 'Mine',
          action: edgeV1.CustomRuleAction.BLOCK,
          conditions: [
            {
              field: edgeV1.ConditionField.PATH,
              operator: edgeV1.ConditionOperator.MATCHES,
              values: ['(a'],
            },
          ],
        }),
      ];
    },
  ],
  [
    'an operator of a newer control plane',
    'site_config_invalid',
    (policy) => {
      policy.customRules = [
        create(edgeV1.CustomRuleSchema, {
          id: 'r',
          name: 'Mine',
          action: edgeV1.CustomRuleAction.BLOCK,
          conditions: [{ field: edgeV1.ConditionField.IP, operator: UNKNOWN, values: ['a list'] }],
        }),
      ];
    },
  ],
  [
    'an exception for an unknown target',
    'site_config_does_not_compile',
    (policy) => {
      policy.exclusions = [
        create(edgeV1.RuleExclusionSchema, {
          name: 'e',
          by: { case: 'ruleId', value: '1002' },
          target: '!?',
        }),
      ];
    },
  ],
])('a document with %s is refused by name, and the last good one stays', async (_what, code, change) => {
  const accepted: bigint[] = [];
  const refused: string[] = [];
  const folder = newFolder();
  const { keeper } = keeperOn(folder, {
    onAccepted: (sites) => accepted.push(...sites.map(({ config }) => config.version)),
    onRefused: (siteId, why) => refused.push(`${siteId} ${why}`),
  });
  const offer = async (version: bigint, alter: (policy: edgeV1.Policy) => void = () => undefined) => {
    const held = keeper.offer('site-1', signed(version, alter));
    // Documents of one turn are written together at its end.
    await Promise.resolve();
    return held;
  };
  expect(await offer(1n)).toBe(1n);
  expect(await offer(2n, change)).toBe(1n);
  expect([accepted, refused]).toEqual([[1n], [`site-1 ${code}`]]);
  // It is offered again whenever the node compares what it holds with the store, and so to an updated node at its start.
  expect(await offer(2n, change)).toBe(1n);
  expect(await offer(3n)).toBe(3n);
  keeper.close();
  expect(keeperOn(folder).keeper.versionOf('site-1')).toBe(3n);
});

it('documents that come together are in force together, and counted without those that are removed', async () => {
  const accepted: string[][] = [];
  const folder = newFolder();
  const { keeper } = keeperOn(folder, {
    onAccepted: (sites) =>
      accepted.push(sites.map(({ config, isNew }) => `${config.siteId} ${config.version} ${isNew}`)),
  });
  const document = (siteId: string, version: bigint, removed = false) =>
    keeper.offer(siteId, signAnyway(sampleSite({ siteId, version, hosts: [`${siteId}.example`], removed })));
  for (const siteId of ['a', 'b', 'c']) document(siteId, 1n);
  await Promise.resolve();
  document('b', 2n, true);
  document('c', 2n);
  document('c', 3n);
  await Promise.resolve();
  expect(accepted).toEqual([
    ['a 1 true', 'b 1 true', 'c 1 true'],
    ['b 2 false', 'c 3 false'],
  ]);
  expect([keeper.size, keeper.live, keeper.revision]).toEqual([3, 2, 5]);
  keeper.close();
  const again = keeperOn(folder).keeper;
  expect([again.size, again.live, again.versionOf('c')]).toEqual([3, 2, 3n]);
});

it('documents that the disk does not take are in force, known to new workers, and saved once it does', async () => {
  const seen: string[] = [];
  const folder = newFolder();
  const { keeper } = keeperOn(folder, {
    onAccepted: (sites) => seen.push(...sites.map(({ config }) => `saved ${config.version}`)),
    onUnsaved: (configs) => seen.push(...configs.map(({ version }) => `unsaved ${version}`)),
  });
  // Another writer that does not end: what a full disk does to the supervisor cannot be had without a disk of one's own.
  const other = new Sqlite(path.join(folder, 'sites.db'));
  other.exec('BEGIN IMMEDIATE');
  keeper.offer(
    'site-1',
    signed(1n, () => undefined),
  );
  await Promise.resolve();
  expect([seen, keeper.versionOf('site-1'), keeper.unsavedPayloads().length]).toEqual([['unsaved 1'], 1n, 1]);
  other.exec('ROLLBACK');
  keeper.offer(
    'site-1',
    signed(2n, () => undefined),
  );
  await Promise.resolve();
  expect([seen, keeper.unsavedCount, keeper.live]).toEqual([['unsaved 1', 'saved 2'], 0, 1]);
  keeper.close();
  other.close();
}, 30_000);

it('a store that is damaged is set aside, and filled anew', () => {
  const folder = newFolder();
  writeFileSync(
    path.join(folder, 'sites.db'),
    'not a database, and longer than the header of one'.repeat(10),
  );
  const faults: Error[] = [];
  const store = SiteStore.open(folder, (error) => faults.push(error));
  stores.push(store);
  expect([faults.length, store.count()]).toEqual([1, 0]);
  expect(readdirSync(folder)).toContain('sites.db.damaged');
});

it('a store that another process is writing is neither written nor set aside', () => {
  const folder = newFolder();
  const { keeper } = keeperOn(folder);
  keeper.offer(
    'site-1',
    signed(1n, () => undefined),
  );
  keeper.close();
  const other = new Sqlite(path.join(folder, 'sites.db'));
  other.exec('BEGIN IMMEDIATE');
  const { keeper: next } = keeperOn(folder);
  expect(next.live).toBe(1);
  next.close();
  other.exec('ROLLBACK');
  other.close();
});

it('a store that cannot be begun for another reason than damage stays where it is', () => {
  const folder = newFolder();
  const other = new Sqlite(path.join(folder, 'sites.db'));
  other.exec('CREATE TABLE begun (id INTEGER); BEGIN EXCLUSIVE');
  expect(() =>
    SiteStore.open(folder, (error) => {
      throw new Error('it was set aside', { cause: error });
    }),
  ).toThrow(/locked/);
  other.exec('ROLLBACK');
  other.close();
  expect(readdirSync(folder)).toEqual(['sites.db']);
});

it('a store beside which nothing can be written is read as it lies there, and written once that is possible', async () => {
  const folder = newFolder();
  const { keeper: former } = keeperOn(folder);
  former.offer(
    'site-1',
    signed(1n, () => undefined),
  );
  former.close();
  // As on a full disk: SQLite cannot create what its processes share.
  symlinkSync('nowhere', path.join(folder, 'sites.db-shm'));
  const unsaved: bigint[] = [];
  const { keeper, store } = keeperOn(folder, {
    onUnsaved: (configs) => unsaved.push(...configs.map(({ version }) => version)),
  });
  const reader = SiteStore.openToRead(folder)!;
  stores.push(reader);
  expect(store.noRoom).toBeInstanceOf(Error);
  expect([keeper.live, reader.sitesOfHost('shop.example')]).toEqual([1, ['site-1']]);
  const next = signed(2n, () => undefined);
  keeper.offer('site-1', next);
  await Promise.resolve();
  expect([unsaved, keeper.versionOf('site-1'), keeper.unsavedCount]).toEqual([[2n], 2n, 1]);
  rmSync(path.join(folder, 'sites.db-shm'));
  keeper.flush();
  expect([store.noRoom, keeper.unsavedCount]).toEqual([null, 0]);
  expect(Buffer.from(reader.documentOf('site-1')!).equals(next)).toBe(true);
});

it('a document that is damaged on disk is fetched again, and no older one', async () => {
  const folder = newFolder();
  const accepted: bigint[] = [];
  const refused: string[] = [];
  const { keeper, store } = keeperOn(folder, {
    onAccepted: (sites) => accepted.push(...sites.map(({ config }) => config.version)),
    onRefused: (_siteId, code) => refused.push(code),
  });
  const [older, good] = [signed(6n, () => undefined), signed(7n, () => undefined)];
  keeper.offer('site-1', good);
  await Promise.resolve();
  expect([
    keeper.forgetDamaged('site-1'),
    keeper.forgetDamaged('site-9'),
    keeper.versionOf('site-1'),
  ]).toEqual([null, null, 7n]);
  const damaged = Uint8Array.from(good);
  damaged[damaged.length >> 1]! ^= 0x10;
  const other = new Sqlite(path.join(folder, 'sites.db'));
  other.prepare('UPDATE documents SET bytes = ?').run(damaged);
  other.close();
  expect(keeper.forgetDamaged('site-1')).toBeInstanceOf(Error);
  expect(keeper.forgetDamaged('site-1')).toBeNull();
  keeper.offer('site-1', older);
  expect(keeper.versionOf('site-1')).toBe(6n);
  keeper.offer('site-1', good);
  await Promise.resolve();
  expect([accepted, keeper.versionOf('site-1'), keeper.live]).toEqual([[7n, 7n], 7n, 1]);
  expect(Buffer.from(store.documentOf('site-1')!).equals(good)).toBe(true);
  expect(keeper.forgetDamaged('site-1')).toBeNull();
  expect(refused).toEqual([]);
});

it('files of earlier versions are taken over once, and invalid ones left alone', async () => {
  const folder = newFolder();
  const good = path.join(folder, 'a.site');
  const forged = path.join(folder, 'b.site');
  writeFileSync(
    good,
    signed(4n, () => undefined),
  );
  writeFileSync(forged, Buffer.from('forged'));
  const { keeper } = keeperOn(folder);
  const faults: string[] = [];
  await takeOverSiteFiles(folder, trusted, keeper, (error) => faults.push(error.message));
  expect([keeper.versionOf('site-1'), keeper.live, faults]).toEqual([4n, 1, ['b.site on disk was refused']]);
  expect(readdirSync(folder).filter((name) => name.endsWith('.site'))).toEqual(['b.site']);
});

function keeperOn(folder: string, events: Partial<ConfigKeeperEvents> = {}) {
  const store = SiteStore.open(folder, (error) => {
    throw error;
  });
  const keeper = new ConfigKeeper(trusted, store, ruleSet, {
    onAccepted: () => undefined,
    onUnsaved: () => undefined,
    onRefused: (_siteId, _code, detail) => {
      throw new Error(detail);
    },
    ...events,
  });
  stores.push(store);
  keeper.load();
  return { keeper, store };
}

function newFolder(): string {
  const one = mkdtempSync(path.join(tmpdir(), 'palisade-keeper-'));
  folders.push(one);
  return one;
}
