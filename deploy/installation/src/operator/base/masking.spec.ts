import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { Installation } from './installation.ts';
import { MASK, maskedSettings, masker, secretsOf } from './masking.ts';

const ROOT = path.resolve(import.meta.dirname, '../../../../..');
/** Whatever Compose passes on to processes, and services read. */
const KNOWN = [
  'docker-compose.yml',
  ...globSync('services/*/src/{,node/}config/config.ts', { cwd: ROOT }),
].flatMap((file) =>
  [...readFileSync(path.join(ROOT, file), 'utf8').matchAll(/^\s+(PALISADE_\w+):/gm)].map(([, name]) => name!),
);

describe('masking', () => {
  const secret = 'k+/y"32 bytes==';
  const mask = masker([secret, 'k+/y"32']);

  it('finds a secret in every usual spelling', () => {
    const spellings = [
      secret,
      encodeURIComponent(secret),
      JSON.stringify(secret).slice(1, -1),
      Buffer.from(secret).toString('base64'),
      'k-_y"32 bytes',
    ];
    for (const spelling of spellings) expect(mask(`before ${spelling} after`)).toBe(`before ${MASK} after`);
  });

  it('takes passwords out of URLs that nobody has named', () => {
    const password = 'hunter2';
    expect(mask(`at postgres://auth:${password}@db:5432/palisade`)).toBe(
      `at postgres://auth:${MASK}@db:5432/palisade`,
    );
    expect(mask(`at redis://:${password}@db`)).toBe(`at redis://:${MASK}@db`);
  });

  it('shows settings whose names hold no secret, and of the others that they are set', () => {
    const settings = {
      PALISADE_PUBLIC_URL: 'https://palisade.test',
      PALISADE_KEK_KEYS: '{"k1":"abc"}',
      PALISADE_LINK_KEY: '',
      PALISADE_BUS_REDIS_URL: 'redis://auth:pw@redis:6379/0',
      PALISADE_CONFIG_SIGNING_KEY_ID: 'c1',
    };
    expect(maskedSettings(settings, mask)).toEqual({
      PALISADE_BUS_REDIS_URL: `redis://auth:${MASK}@redis:6379/0`,
      PALISADE_CONFIG_SIGNING_KEY_ID: 'c1',
      PALISADE_KEK_KEYS: MASK,
      PALISADE_LINK_KEY: '',
      PALISADE_PUBLIC_URL: 'https://palisade.test',
    });
  });

  it('hides a setting whose name nobody has said to hold no secret', () => {
    const settings = {
      PALISADE_BACKUP_PASSPHRASE: 'correct horse',
      PALISADE_SOMETHING_NEW: 'battery staple',
    };
    expect(maskedSettings(settings, mask)).toEqual({
      PALISADE_BACKUP_PASSPHRASE: MASK,
      PALISADE_SOMETHING_NEW: MASK,
    });
    const found = secretsOf({ secrets: {}, settings: { auth: settings } } as unknown as Installation);
    expect(found).toEqual(Object.values(settings));
  });

  it('shows every setting that services and edges know and that is no key', () => {
    const shown = maskedSettings(Object.fromEntries(KNOWN.map((name) => [name, 'a plain value'])), mask);
    const hidden = KNOWN.filter((name) => shown[name] === MASK);
    expect(KNOWN.length).toBeGreaterThan(100);
    expect(hidden.filter((name) => !/KEY|SECRET|PASS|TOKEN|_URL$|_CA$|_CERT$|HEADERS$/.test(name))).toEqual(
      [],
    );
  });
});
