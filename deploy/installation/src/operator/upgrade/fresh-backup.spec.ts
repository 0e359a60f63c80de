import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { BackupKeys, newDerivation } from '../backup/keys.ts';
import {
  DATABASE_FILE,
  FORMAT,
  MANIFEST,
  type Manifest,
  SECRETS_FILE,
  sealedManifest,
} from '../backup/manifest.ts';
import { FolderStore } from '../backup/store/folder-store.ts';
import { compactTime } from '../backup/times.ts';
import { freshBackup } from './fresh-backup.ts';

const NOW = new Date('2026-11-27T10:30:00.000Z');
const PASSPHRASE = 'a long walk by the sea';
const migrations = { mailer: [1, 2] };
const production = { system: '7000000000000000001', database: 'palisade' };
const staging = { system: '7000000000000000002', database: 'palisade' };

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palisade-fresh-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

async function written(
  minutesAgo: number,
  about: Partial<Manifest>,
  passphrase = PASSPHRASE,
): Promise<string> {
  const at = new Date(NOW.getTime() - minutesAgo * 60_000);
  const name = `palisade-${compactTime(at)}`;
  // The cost of the key derivation is not tested here.
  const derivation = { ...newDerivation(), cost: 2 ** 10 };
  const keys = await BackupKeys.derive(passphrase, derivation);
  const manifest: Manifest = {
    format: FORMAT,
    version: '0.1.0',
    at: at.toISOString(),
    kind: 'containers',
    postgres: 180_004,
    migrations,
    keys: derivation,
    check: keys.check(),
    files: [SECRETS_FILE, DATABASE_FILE].map((file) => ({ name: file, bytes: 0, sha256: '' })),
    ...about,
  };
  mkdirSync(path.join(folder, name));
  writeFileSync(path.join(folder, name, MANIFEST), sealedManifest(manifest, keys));
  return name;
}
const found = async (): Promise<string | undefined> => {
  const wanted = { origin: production, migrations };
  return (await freshBackup(new FolderStore(folder), PASSPHRASE, wanted, NOW))?.name;
};

describe('The backup that an upgrade need not take again', () => {
  it('is the newest of this database, whoever has written to the same place since', async () => {
    await written(50, production);
    const ours = await written(40, production);
    await written(30, staging);
    await written(20, { ...production, database: 'palisade_staging' });
    await written(10, staging, 'another passphrase');
    writeFileSync(path.join(folder, await written(5, staging), MANIFEST), 'damaged');
    expect(await found()).toBe(ours);
  });

  it.each<[string, number, Partial<Manifest>]>([
    ['of another server, with the same schema and passphrase', 30, staging],
    ['of another database of this server', 30, { ...production, database: 'palisade_staging' }],
    ['that does not say whose it is', 30, {}],
    ['that says its server alone', 30, { system: production.system }],
    ['that is older than an hour', 61, production],
    ['that is of a clock two days ahead, which may be days old', -2 * 24 * 60, production],
    ['of another schema', 30, { ...production, migrations: { mailer: [1] } }],
  ])('is none %s', async (_, minutesAgo, about) => {
    await written(minutesAgo, about);
    expect(await found()).toBeUndefined();
  });

  it('is found beside one of a clock that ran ahead', async () => {
    const ours = await written(30, production);
    await written(-2 * 24 * 60, production);
    expect(await found()).toBe(ours);
  });

  it('is refused where it is of this database and of another passphrase: the next one would be lost as well', async () => {
    await written(30, production, 'another passphrase');
    await expect(found()).rejects.toMatchObject({ code: 'passphrase_wrong' });
  });
});
