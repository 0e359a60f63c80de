import {
  heldUntil,
  KEYS,
  leavingKeys,
  otherKeys,
  withComing,
  withoutBridges,
  withoutLeaving,
  withSwitched,
} from './rotation.ts';
import { type InstallationSecrets, newInstallationSecrets } from './secrets.ts';
import { processSettings } from './settings.ts';

const NOW = new Date('2026-11-23T12:00:00Z');
const servers = {
  database: (role: string, password: string) => `postgres://${role}:${password}@db/palisade`,
  redis: (user: string, use: string) => `redis://${user}@redis/${use}`,
  hasKafkaUsers: true,
};
const settingsOf = (secrets: InstallationSecrets) => processSettings(secrets, servers);
const listed = (text: string | undefined): unknown => JSON.parse(text ?? '{}');

async function rotated(name: string) {
  const before = newInstallationSecrets();
  const coming = await withComing(before, name, NOW);
  const switched = withSwitched(coming, name, NOW, !name.startsWith('database:'));
  const alone = withoutLeaving(switched, name, leavingKeys(switched, name));
  return { before, coming, switched, alone };
}

describe('a rotation', () => {
  it.each(Object.keys(KEYS))('tells processes nothing of the old %s at its end', async (name) => {
    const { before, alone } = await rotated(name);
    const texts = (value: unknown): string[] =>
      typeof value === 'string' ? [value] : Object.values(value as object).flatMap(texts);
    const [group, part] = KEYS[name]!.place;
    const held = before[group] as Record<string, unknown>;
    const old = texts(part === undefined ? held : held[part]);
    const settingsJson = JSON.stringify(settingsOf(alone));
    expect(
      old.filter(
        (secret) => settingsJson.includes(secret) || settingsJson.includes(encodeURIComponent(secret)),
      ),
    ).toEqual([]);
    expect(otherKeys(alone, name)).toEqual([]);
    expect(JSON.stringify(alone)).not.toContain(old[0]);
  });

  it('has both keys of sessions believed, and the one in use sign', async () => {
    const { before, coming, switched } = await rotated('session-tokens');
    const auth = (secrets: InstallationSecrets) => settingsOf(secrets).auth!;
    expect(auth(coming).PALISADE_AUTH_TOKEN_KEY).toBe(before.sessionTokenKeys.privateKey);
    expect(auth(coming).PALISADE_AUTH_TOKEN_PREVIOUS_KEYS).toBe(switched.sessionTokenKeys.publicKey);
    expect(auth(switched).PALISADE_AUTH_TOKEN_KEY).toBe(switched.sessionTokenKeys.privateKey);
    expect(auth(switched).PALISADE_AUTH_TOKEN_PREVIOUS_KEYS).toBe(before.sessionTokenKeys.publicKey);
  });

  it('gives keys with names the next one', async () => {
    const { before, coming, switched, alone } = await rotated('config-signing');
    const keys = (secrets: InstallationSecrets) =>
      listed(settingsOf(secrets).edge!.PALISADE_EDGE_CONFIG_KEYS);
    const [c1, c2] = [before.configSigningKeys.publicKey, alone.configSigningKeys.publicKey];
    expect([coming, switched, alone].map(keys)).toEqual([{ c1, c2 }, { c1, c2 }, { c2 }]);
    const names = [coming, switched].map(
      (secrets) => settingsOf(secrets).domains!.PALISADE_CONFIG_SIGNING_KEY_ID,
    );
    expect(names).toEqual(['c1', 'c2']);
    const sealing = await rotated('key-encryption');
    const keyNames = (secrets: InstallationSecrets) => {
      const { PALISADE_KEK_KEYS, PALISADE_KEK_CURRENT } = settingsOf(secrets).mailer!;
      return [Object.keys(listed(PALISADE_KEK_KEYS) as object).sort(), PALISADE_KEK_CURRENT];
    };
    expect([sealing.coming, sealing.switched, sealing.alone].map(keyNames)).toEqual([
      [['k1', 'k2'], 'k1'],
      [['k1', 'k2'], 'k2'],
      [['k2'], 'k2'],
    ]);
  });

  it('lets a service in by another door while its password changes', async () => {
    const { coming, switched } = await rotated('database:auth');
    const { auth } = switched.databasePasswords;
    expect(settingsOf(coming).auth!.PALISADE_DATABASE_URL).toBe(`postgres://auth_next:${auth}@db/palisade`);
    expect(settingsOf(switched).auth!.PALISADE_DATABASE_URL).toBe(`postgres://auth:${auth}@db/palisade`);
  });

  it('has services come in by their own doors again where the server knows no others', async () => {
    const { before, coming } = await rotated('database:auth');
    const restored = withoutBridges(await withComing(coming, 'mail-links', NOW));
    const { auth } = before.databasePasswords;
    expect(settingsOf(restored).auth!.PALISADE_DATABASE_URL).toBe(`postgres://auth:${auth}@db/palisade`);
    expect(otherKeys(restored, 'mail-links')).toHaveLength(1);
    expect(withoutBridges(before)).toBe(before);
  });

  it.each([
    ['events:auth', '2026-12-18T12:00:00.000Z'],
    // Encrypted fields of an event wait with it: for a mailer that is unavailable, or among dead letters.
    ['key-encryption', '2026-12-18T12:00:00.000Z'],
  ])('keeps an old key of %s for as long as what it has made is about', async (name, until) => {
    const { switched } = await rotated(name);
    const [old] = leavingKeys(switched, name);
    expect(heldUntil(name, old!).toISOString()).toBe(until);
  });
});
